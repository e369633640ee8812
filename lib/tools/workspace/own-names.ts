import { randomUUID } from "node:crypto";

/** The folder by which all processes see that one of them changes the workspace. */
export const lockName = ".countersign-lock";

/** Of a thing that is made whole beside its place, and then put there in one step. */
export const newTemporaryName = (): string => `.countersign-${randomUUID()}.tmp`;

// In any case, as file systems that ignore it take the one for the other.
const ownName = /^\.countersign-(lock|[0-9a-f-]+\.tmp)$/iu;

/** What Countersign keeps in the workspace while it changes it: no tool sees or touches it. */
export const isOwnName = (name: string): boolean => ownName.test(name);
