import {
  parseSchemaName,
  type ReferenceResponse,
  type ReferenceOperation,
  type ReferenceParameter,
  type Schema,
} from '@/lib/site/api-reference/reference.ts'
import type { Sample } from '@/lib/site/api-reference/samples.ts'
import { FieldList, InputFields } from './api-fields.tsx'
import { Code, Samples } from './api-samples.tsx'

const PARAMETER_LOCATIONS = { path: 'Path', query: 'Query', header: 'Headers' }

const isSuccess = (status: number) => status < 300

const Subheading = ({ title }: { title: string }) => (
  <h4 className="mt-7 mb-1 text-sm font-semibold text-muted-foreground">{title}</h4>
)

const toObjectSchema = (fields: ReferenceParameter[]): Schema => ({
  properties: Object.fromEntries(fields.map((field) => [field.name, field])),
  required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
})

const Status = ({ status }: { status: number }) => (
  <span className={`data text-sm ${isSuccess(status) ? 'text-accent' : 'text-muted-foreground'}`}>{status}</span>
)

function ObjectLink({ schema }: { schema: Schema | undefined }) {
  const name = schema && parseSchemaName(schema)
  if (!name) return null
  return (
    <p className="text-sm">
      <a href={`#schema-${name}`} className="text-link">
        {name}
      </a>
    </p>
  )
}

function ResponseRow({ operationId, response }: { operationId: string; response: ReferenceResponse }) {
  const { status, description, problems, schema, example } = response
  if (problems.length > 0 || !schema) {
    return (
      <li className="flex gap-4 border-t py-2.5 first:border-t-0">
        <Status status={status} />
        <span className="text-sm leading-snug">
          {description}{' '}
          {problems.map((name) => (
            <a
              key={name}
              href={`#problem-${name}`}
              className="data mr-2 inline-block text-sm text-link whitespace-nowrap"
            >
              {name}
            </a>
          ))}
        </span>
      </li>
    )
  }
  return (
    <li className="border-t first:border-t-0">
      <details className="group">
        <summary className="flex min-h-11 items-center gap-4 py-1.5">
          <Status status={status} />
          <span className="flex-1 text-sm leading-snug">{description}</span>
          <span className="chevron" />
        </summary>
        <div className="pb-4">
          <ObjectLink schema={schema} />
          {!parseSchemaName(schema) && <FieldList schema={schema} />}
          <Code
            label={`${operationId}, ${status} response example`}
            code={JSON.stringify(example, null, 2)}
            isShort
            className="mt-2 rounded-xl border bg-muted"
          />
        </div>
      </details>
    </li>
  )
}

export const Method = ({ method }: Pick<ReferenceOperation, 'method'>) => (
  <span className={`data text-sm font-medium ${method === 'GET' ? 'text-accent' : 'text-primary'}`}>{method}</span>
)

type EndpointProps = { operation: ReferenceOperation; samples: Sample[]; isOpen: boolean }

/** Renders an endpoint. A closed endpoint opens on a click, on a URL with its fragment, or on a find-in-page match. */
export function Endpoint({ operation, samples, isOpen }: EndpointProps) {
  const { id, method, path, scope, summary, description, parameters, body, responses } = operation
  const errors = responses.filter(({ status }) => !isSuccess(status))
  return (
    <details open={isOpen} className="group border-t">
      <summary className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-4 transition-colors hover:text-accent">
        <h3 className="text-lg/snug">{summary}</h3>
        <span className="chevron row-span-2" />
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="data text-sm wrap-anywhere max-sm:basis-full">
            <Method method={method} /> {path}
          </span>
          {scope && (
            <span className="data rounded-full border px-2.5 py-0.5 text-sm text-muted-foreground">{scope}</span>
          )}
        </span>
      </summary>
      {/* The id is inside the `<details>` element, because browsers open it only for a fragment inside it. */}
      <div id={id} className="grid scroll-mt-48 gap-x-10 gap-y-6 pt-2 pb-10 xl:grid-cols-2">
        <div className="min-w-0">
          {description.map((paragraph) => (
            <p key={paragraph} className="max-w-160 not-first:mt-3">
              {paragraph}
            </p>
          ))}
          {parameters.map(({ place, fields }) => (
            <div key={place}>
              <Subheading title={PARAMETER_LOCATIONS[place]} />
              <InputFields schema={toObjectSchema(fields)} noun={place === 'header' ? 'headers' : 'parameters'} />
            </div>
          ))}
          {body && <Subheading title="Body" />}
          {body && <InputFields schema={body.schema} noun="fields" />}
        </div>
        <div className="min-w-0">
          {samples.length > 0 && <Samples name={id} label={summary} samples={samples} />}
          <Subheading title="Responses" />
          <ul>
            {responses
              .filter(({ status }) => isSuccess(status))
              .map((response) => (
                <ResponseRow key={response.status} operationId={summary} response={response} />
              ))}
          </ul>
          <details className="border-t">
            <summary className="flex min-h-11 items-center justify-between gap-4 py-1.5 text-sm">
              {errors.length} errors
              <span className="chevron" />
            </summary>
            <ul>
              {errors.map((response) => (
                <ResponseRow key={response.status} operationId={summary} response={response} />
              ))}
            </ul>
          </details>
        </div>
      </div>
    </details>
  )
}
