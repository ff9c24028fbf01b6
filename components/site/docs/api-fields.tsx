import { parseSchemaName, type Schema } from '@/lib/site/api-reference/reference.ts'

const FORMATS: Record<string, string> = {
  'date-time': 'date and time',
  uuid: 'UUID',
  email: 'email address',
  uri: 'URL',
}

const formatPlainType = ({ type, format }: Schema): string =>
  (format && FORMATS[format]) ?? format ?? (Array.isArray(type) ? type.join(' or ') : (type ?? 'any'))

/** Returns a type name such as `string`, `list of string` or `string or null`. A named type keeps its name. */
export function formatTypeName(schema: Schema): string {
  const name = parseSchemaName(schema)
  if (name) return name
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatTypeName))].join(' or ')
  if (schema.items) return `list of ${formatTypeName(schema.items)}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  return formatPlainType(schema)
}

const getNonNullSchema = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

const findObjectSchema = (schema: Schema): Schema | undefined => {
  const nonNullSchema = getNonNullSchema(schema)
  const element = nonNullSchema.items ? getNonNullSchema(nonNullSchema.items) : nonNullSchema
  return element.properties && element
}

function formatLimits(schema: Schema): string[] {
  const { maxLength, minimum, maximum, default: defaultValue } = getNonNullSchema(schema)
  const isLarge = (limit: number | undefined) => limit !== undefined && Math.abs(limit) > Number.MAX_SAFE_INTEGER - 1
  return [
    maxLength ? `at most ${maxLength} characters` : '',
    minimum !== undefined && maximum !== undefined && !isLarge(maximum) ? `${minimum} to ${maximum}` : '',
    (schema.default ?? defaultValue) === undefined ? '' : `default ${JSON.stringify(schema.default ?? defaultValue)}`,
  ].filter(Boolean)
}

const MAX_VISIBLE_VALUES = 8

function formatValues(schema: Schema): string[] {
  const allowedValues = getNonNullSchema(schema).enum
  if (!allowedValues) return []
  const visibleValues = allowedValues.slice(0, MAX_VISIBLE_VALUES).map((value) => JSON.stringify(value))
  return [`${visibleValues.join(', ')}${allowedValues.length > MAX_VISIBLE_VALUES ? ', …' : ''}`]
}

function Field({ name, field, isRequired }: { name: string; field: Schema; isRequired: boolean | undefined }) {
  const objectSchema = findObjectSchema(field)
  const hasTypeName = parseSchemaName(field) !== undefined
  return (
    <div className="py-2.5">
      <dt className="flex flex-wrap items-baseline gap-x-3">
        <span className="data text-sm break-all">{name}</span>
        <span className="text-sm text-muted-foreground">
          {[formatTypeName(field), isRequired ? 'required' : '', ...formatLimits(field)].filter(Boolean).join(' · ')}
        </span>
      </dt>
      <dd className="mt-0.5 text-sm leading-snug">
        {field.description}
        {formatValues(field).map((list) => (
          <span key={list} className="data mt-0.5 block text-sm leading-relaxed text-muted-foreground">
            {list}
          </span>
        ))}
        {objectSchema && !hasTypeName && (
          <div className="mt-2 border-l pl-4">
            <FieldList schema={objectSchema} />
          </div>
        )}
      </dd>
    </div>
  )
}

export function FieldList({ schema }: { schema: Schema }) {
  return (
    <dl className="*:not-first:border-t">
      {Object.entries(getNonNullSchema(schema).properties ?? {}).map(([name, field]) => (
        <Field key={name} name={name} field={field} isRequired={getNonNullSchema(schema).required?.includes(name)} />
      ))}
    </dl>
  )
}

const MAX_UNFOLDED_FIELDS = 3

const pickFields = (schema: Schema, names: string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => names.includes(name))),
})

export function InputFields({ schema, noun }: { schema: Schema; noun: string }) {
  const names = Object.keys(schema.properties ?? {})
  const requiredNames = names.filter((name) => schema.required?.includes(name))
  const optionalNames = names.filter((name) => !requiredNames.includes(name))
  if (optionalNames.length <= MAX_UNFOLDED_FIELDS)
    return <FieldList schema={pickFields(schema, [...requiredNames, ...optionalNames])} />
  return (
    <>
      <FieldList schema={pickFields(schema, requiredNames)} />
      <details className="group border-y">
        <summary className="flex min-h-11 items-center justify-between gap-4 py-1.5 text-sm">
          {optionalNames.length} optional {noun}
          <span className="chevron" />
        </summary>
        <FieldList schema={pickFields(schema, optionalNames)} />
      </details>
    </>
  )
}
