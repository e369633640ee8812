/** Hides secrets in a stranger's words. To be asked before they are cut or changed: a part of a secret is not known for one. */
export type Hide = (text: string) => string;

export const hideNothing: Hide = (text) => text;
