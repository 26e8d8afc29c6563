import type { PrismaPg } from "adapter-pg-of-prisma-6";

/** PostgreSQL's type `name`, which the schema engine's own queries return. */
const NAME = 19;
const TEXT = 25;

interface WithPerformIO {
  performIO(query: unknown): Promise<{ fields: { dataTypeID: number }[] }>;
}

/** Makes adapter-pg read the type `name` as text: without it migrations fail (prisma issue 27403). */
export function withNameType(factory: PrismaPg): PrismaPg {
  const connect = factory.connect.bind(factory);
  const connectToShadowDb = factory.connectToShadowDb.bind(factory);
  factory.connect = async () => patched(await connect());
  factory.connectToShadowDb = async () => patched(await connectToShadowDb());
  return factory;
}

function patched<A extends object>(adapter: A): A {
  // performIO is private in the package's types; it is the one place where results pass.
  const inner = adapter as unknown as WithPerformIO;
  const performIO = inner.performIO.bind(adapter);
  inner.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields) if (field.dataTypeID === NAME) field.dataTypeID = TEXT;
    return result;
  };
  return adapter;
}
