import { createRequire, Module } from 'node:module';
import { join } from 'node:path';

/** The package that Jest finds files with is native code: where its binary is missing, it has npm fetch one in the middle of a run. */
const NATIVE = 'unrs-resolver';

/** As much of it as Jest calls, for which Node's own resolution does as well: Jest asks for what is meant for Node. */
class ResolverFactory {
  sync(folder: string, name: string): { path: string } | { error: string } {
    try {
      return { path: createRequire(join(folder, 'any.js')).resolve(name) };
    } catch (error) {
      return { error: (error as Error).message }; // Node throws nothing else
    }
  }

  async async(folder: string, name: string): Promise<{ path: string } | { error: string }> {
    return this.sync(folder, name);
  }

  cloneWithOptions(): ResolverFactory {
    return this;
  }

  /** Nothing is kept here. */
  clearCache(): void {}
}

/** Has Jest find files as Node does, without native code. For the thread that Jest is loaded in, before it is. */
export function resolveAsNode(): void {
  const loader = Module as unknown as { _load(name: string, ...rest: unknown[]): unknown }; // Node's types lack it
  const load = loader._load;
  loader._load = (name, ...rest) => (name === NATIVE ? { ResolverFactory } : load(name, ...rest));
}
