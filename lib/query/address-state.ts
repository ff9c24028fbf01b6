import type { z } from 'zod'
import '../zod.ts'

/**
 * What a page holds in its address: filters, order, page. Each field has a default, which is left out of the address.
 * Lists are written as a parameter repeated; numbers are `z.coerce.number()`, yes or no is `z.stringbool()`.
 */
export type AddressSchema = z.ZodObject<Record<string, z.ZodType>>

/** Parameters of an address, as the browser or a page of Next has them. */
export type AddressParams = URLSearchParams | Record<string, string | string[] | undefined>

function valuesOf(params: AddressParams, name: string): string[] {
  if (params instanceof URLSearchParams) return params.getAll(name)
  const value = params[name]
  return (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined)
}

function fieldOf(field: z.ZodType, values: string[]): unknown {
  for (const value of values.length === 0 ? [] : [values[0], values]) {
    const { success, data } = field.safeParse(value)
    if (success) return data
  }
  return field.parse(undefined)
}

/** Reads the state from an address; what does not fit, as in a link that somebody mistyped, has its default. */
export function readAddress<Schema extends AddressSchema>(schema: Schema, params: AddressParams): z.output<Schema> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(field, valuesOf(params, name))])
  return Object.fromEntries(fields) as z.output<Schema>
}

/**
 * Writes the state into the parameters of an address; those that are not of the schema stay.
 * @returns the query with its question mark, or nothing
 */
export function writeAddress<Schema extends AddressSchema>(
  schema: Schema,
  state: z.output<Schema>,
  params: URLSearchParams = new URLSearchParams(),
): string {
  const written = new URLSearchParams(params)
  const defaults = readAddress(schema, {})
  for (const name of Object.keys(schema.shape)) {
    const [value, unset] = [(state as Record<string, unknown>)[name], (defaults as Record<string, unknown>)[name]]
    written.delete(name)
    if (value === undefined || JSON.stringify(value) === JSON.stringify(unset)) continue
    for (const each of Array.isArray(value) ? value : [value]) written.append(name, String(each))
  }
  const query = written.toString()
  return query && `?${query}`
}
