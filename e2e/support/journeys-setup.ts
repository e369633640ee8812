import providePostgres from "./postgres-setup.ts";
import prepareProduct from "./product-setup.ts";

/** Playwright takes one setup; what it puts in the environment reaches the workers. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeData = prepareProduct();
  const stopPostgres = await providePostgres();
  return async () => {
    await stopPostgres();
    removeData();
  };
}
