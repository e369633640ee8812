/** How many tools providers accept in one request; one more and they refuse all of it. */
export const mostOffered = 128;
