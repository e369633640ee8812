/** Nothing of ours: what is left is what the framework costs. */
export const dynamic = "force-dynamic";
export const GET = () => new Response("ok");
