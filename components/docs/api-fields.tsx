import type { Schema } from '@/lib/docs/openapi.ts'

/** A type in words: `string`, `list of string`, `string or null`. */
export function typeName(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ')
  if (schema.items) return `list of ${typeName(schema.items)}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  return schema.format ?? schema.type ?? 'any'
}

const limits = ({ maxLength }: Schema) => (maxLength ? `at most ${maxLength} characters` : undefined)

const MANY = 4

/** Values that a text may have; a long list is left to the OpenAPI document. */
function values(schema: Schema): string | undefined {
  if (!schema.enum) return undefined
  const named = schema.enum.slice(0, MANY).map((value) => JSON.stringify(value))
  return `${named.join(', ')}${schema.enum.length > MANY ? ', …' : ''}`
}

/** The fields of a body: name, type, whether it must be there, what it means. */
export function FieldList({ schema }: { schema: Schema }) {
  return (
    <dl className="mt-3 divide-y divide-line border-y border-line">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="data text-note font-medium">{name}</dt>
          <dd className="label text-muted">
            {[typeName(field), schema.required?.includes(name) ? 'required' : 'optional', limits(field), values(field)]
              .filter(Boolean)
              .join(' · ')}
            {field.description && <span className="block text-ink">{field.description}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
