import { z } from 'zod'
import '../../values/zod.ts'

/**
 * Schema of state in the URL. Defaults are omitted and lists repeat the parameter. Use `z.coerce.number()` and
 * `z.stringbool()`, because URL values are strings.
 */
export type SearchParamsSchema = z.ZodObject<Record<string, z.ZodType>>

export type RawSearchParams = URLSearchParams | Record<string, string | string[] | undefined>

function readValues(params: RawSearchParams, name: string): string[] {
  if (params instanceof URLSearchParams) return params.getAll(name)
  const value = params[name]
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined)
}

function parseField(field: z.ZodType, values: string[]): unknown {
  for (const value of values.length === 0 ? [] : [values[0], values]) {
    const { success, data } = field.safeParse(value)
    if (success) return data
  }
  return field.parse(undefined)
}

/** Parses URL parameters. Invalid values fall back to their defaults. */
export function readSearchParams<Schema extends SearchParamsSchema>(
  schema: Schema,
  params: RawSearchParams,
): z.output<Schema> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    parseField(field, readValues(params, name)),
  ])
  return Object.fromEntries(fields) as z.output<Schema>
}

/** A search of a list. The filters, sort order and page are a query string, as in the URL of the list. */
export const listSearch = z.strictObject({ search: z.string().trim().max(200), query: z.string().max(1_000) })

/**
 * Writes state into URL parameters and keeps unrelated parameters.
 * @returns the query string with `?`, or an empty string
 */
export function writeSearchParams<Schema extends SearchParamsSchema>(
  schema: Schema,
  state: z.output<Schema>,
  params: URLSearchParams = new URLSearchParams(),
): string {
  const searchParams = new URLSearchParams(params)
  const defaults = readSearchParams(schema, {})
  for (const name of Object.keys(schema.shape)) {
    const [value, defaultValue] = [
      (state as Record<string, unknown>)[name],
      (defaults as Record<string, unknown>)[name],
    ]
    searchParams.delete(name)
    if (value === undefined || JSON.stringify(value) === JSON.stringify(defaultValue)) continue
    for (const item of Array.isArray(value) ? value : [value]) searchParams.append(name, String(item))
  }
  const query = searchParams.toString()
  return query && `?${query}`
}
