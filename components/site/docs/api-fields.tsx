import { nameOfRef, type Schema } from '@/lib/site/api-reference/reference.ts'

const FORMATS: Record<string, string> = {
  'date-time': 'date and time',
  uuid: 'UUID',
  email: 'email address',
  uri: 'URL',
}

const plain = ({ type, format }: Schema): string =>
  (format && FORMATS[format]) ?? format ?? (Array.isArray(type) ? type.join(' or ') : (type ?? 'any'))

/** Returns a type name such as `string`, `list of string` or `string or null`. A named type keeps its name. */
export function typeName(schema: Schema): string {
  const name = nameOfRef(schema)
  if (name) return name
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' or ')
  if (schema.items) return `list of ${typeName(schema.items)}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  return plain(schema)
}

const present = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

const inner = (schema: Schema): Schema | undefined => {
  const own = present(schema)
  const element = own.items ? present(own.items) : own
  return element.properties && element
}

function limits(schema: Schema): string[] {
  const { maxLength, minimum, maximum, default: preset } = present(schema)
  const isLarge = (limit: number | undefined) => limit !== undefined && Math.abs(limit) > Number.MAX_SAFE_INTEGER - 1
  return [
    maxLength ? `at most ${maxLength} characters` : '',
    minimum !== undefined && maximum !== undefined && !isLarge(maximum) ? `${minimum} to ${maximum}` : '',
    (schema.default ?? preset) === undefined ? '' : `default ${JSON.stringify(schema.default ?? preset)}`,
  ].filter(Boolean)
}

const MANY = 8

function values(schema: Schema): string[] {
  const allowed = present(schema).enum
  if (!allowed) return []
  const named = allowed.slice(0, MANY).map((value) => JSON.stringify(value))
  return [`${named.join(', ')}${allowed.length > MANY ? ', …' : ''}`]
}

function Field({ name, field, isRequired }: { name: string; field: Schema; isRequired: boolean | undefined }) {
  const object = inner(field)
  const isNamed = nameOfRef(field) !== undefined
  return (
    <div className="py-2.5">
      <dt className="flex flex-wrap items-baseline gap-x-3">
        <span className="data text-sm break-all">{name}</span>
        <span className="text-sm text-muted-foreground">
          {[typeName(field), isRequired ? 'required' : '', ...limits(field)].filter(Boolean).join(' · ')}
        </span>
      </dt>
      <dd className="mt-0.5 text-sm leading-snug">
        {field.description}
        {values(field).map((list) => (
          <span key={list} className="data mt-0.5 block text-sm leading-relaxed text-muted-foreground">
            {list}
          </span>
        ))}
        {object && !isNamed && (
          <div className="mt-2 border-l pl-4">
            <FieldList schema={object} />
          </div>
        )}
      </dd>
    </div>
  )
}

export function FieldList({ schema }: { schema: Schema }) {
  return (
    <dl className="*:not-first:border-t">
      {Object.entries(present(schema).properties ?? {}).map(([name, field]) => (
        <Field key={name} name={name} field={field} isRequired={present(schema).required?.includes(name)} />
      ))}
    </dl>
  )
}

const FEW = 3

const only = (schema: Schema, names: string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => names.includes(name))),
})

export function InputFields({ schema, what }: { schema: Schema; what: string }) {
  const names = Object.keys(schema.properties ?? {})
  const required = names.filter((name) => schema.required?.includes(name))
  const optional = names.filter((name) => !required.includes(name))
  if (optional.length <= FEW) return <FieldList schema={only(schema, [...required, ...optional])} />
  return (
    <>
      <FieldList schema={only(schema, required)} />
      <details className="group border-y">
        <summary className="flex min-h-11 items-center justify-between gap-4 py-1.5 text-sm">
          {optional.length} optional {what}
          <span className="chevron" />
        </summary>
        <FieldList schema={only(schema, optional)} />
      </details>
    </>
  )
}
