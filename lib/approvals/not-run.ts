/** What the model is told about a call that did not run. Each begins in the same way, so that it cannot be mistaken. */
export const rejectedSentence = (reason: string | null): string =>
  `Not run: the person rejected this call. ${reason ? `Reason: ${reason}` : "No reason was given."}\nDo not call it again for this request. Find another way, ask, or explain.`;

export const expiredSentence =
  "Not run: nobody answered in time, and the question expired. Do not call it again unless the person asks for it.";

export const declinedSentence = (reason: string | null): string =>
  `Not answered: the person declined to answer. ${reason ? `They said: ${reason}` : "No reason was given."}\nDo not ask the same again. Go on without the answer, or explain.`;

export const unansweredSentence =
  "Not run: whoever was asked went away or did not answer. Do not call it again for this request.";

export const cancelledSentence = "Not run: the person stopped the run before this call was decided or run.";

export const leftOverSentence =
  "Not run: the run failed before this approved call started, and the person went on with another message.";

export const interruptedSentence =
  "Interrupted: the call had started, and its outcome is unknown: it may have taken effect or not. It was not run again. Check before you go on.";
