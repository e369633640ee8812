/** An answer that took longer than the shortest lease may be older than the takeover that undid it. */
const shortestLeaseMilliseconds = 1_000;

/** A database that is never quicker than this cannot tell what holds: then nothing is acted on. */
const mostQuestions = 5;

/** Whether what the database granted to a question of that moment can be acted on now: asked again while it is stale. */
export async function holdsStill(askedAt: number, isStillOurs: () => Promise<boolean>): Promise<boolean> {
  let asked = askedAt;
  for (let questions = 0; questions <= mostQuestions; questions += 1) {
    if (Date.now() - asked <= shortestLeaseMilliseconds) return true;
    asked = Date.now();
    if (!(await isStillOurs())) return false;
  }
  return false;
}
