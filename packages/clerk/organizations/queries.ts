import type { ClerkContext } from '../http/services.ts'

/** Values of a repeatable query parameter: `status=a&status=b` as the backend client sends it, `status=a,b` as clerk-js does. */
export const queryValues = (c: ClerkContext, name: string): string[] =>
  (c.req.queries(name) ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '')
