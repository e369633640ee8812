import type { Principal } from "../auth/principal.ts";

/** One HTTP request from someone who was let in. */
export type Exchange = {
  /** Without its body; its signal aborts when the client leaves before the answer is complete. */
  request: Request;
  /** The parsed JSON; undefined where the method carries none. */
  body: unknown;
  principal: Principal;
  /** Resolves when the answer is complete or its reader is gone. */
  ended: Promise<void>;
};

/** One way to serve the protocol. */
export type ProtocolHandler = {
  fetch(exchange: Exchange): Promise<Response>;
  /** The list of tools is another now: clients that listen are told. */
  changed(): void;
  close(): Promise<void>;
};
