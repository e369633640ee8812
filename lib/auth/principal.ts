/** Who is asking. In `local` auth there is one owner. */
export type Principal = { id: string; name: string };

export const owner: Principal = { id: "owner", name: "Owner" };
