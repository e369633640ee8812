/** The SDK reads this variable as it is loaded, and an empty one, which means "not set", would stop the start. */
if (process.env.OPENAI_BASE_URL?.trim() === "") delete process.env.OPENAI_BASE_URL;
