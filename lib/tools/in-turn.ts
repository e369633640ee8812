/** Work that is done one piece after the other, in the order it came: what was read earlier is not kept over what came later. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take<Result>(work: () => Promise<Result>): Promise<Result> {
      const mine = last.then(work);
      last = mine.catch(() => {});
      return mine;
    },
    done: (): Promise<unknown> => last,
  };
}
