import type { z } from 'zod'
import '../../values/zod.ts'

/**
 * Schema of state in the URL. Defaults are omitted and lists repeat the parameter. Use `z.coerce.number()` and
 * `z.stringbool()`, because URL values are strings.
 */
export type AddressSchema = z.ZodObject<Record<string, z.ZodType>>

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

/** Parses URL parameters. Invalid values fall back to their defaults. */
export function readAddress<Schema extends AddressSchema>(schema: Schema, params: AddressParams): z.output<Schema> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(field, valuesOf(params, name))])
  return Object.fromEntries(fields) as z.output<Schema>
}

/**
 * Writes state into URL parameters and keeps unrelated parameters.
 * @returns the query string with `?`, or an empty string
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
