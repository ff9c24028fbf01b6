import type { ReactNode } from 'react'
import {
  nameOfRef,
  type ReferenceAnswer,
  type ReferenceOperation,
  type ReferenceParameter,
  type Schema,
} from '@/lib/docs/reference.ts'
import type { Sample } from '@/lib/docs/samples.ts'
import { FieldList, InputFields } from './api-fields.tsx'
import { Code, Samples } from './api-samples.tsx'

const PLACES = { path: 'In the address', query: 'In the query', header: 'Headers' }

const isGood = (status: number) => status < 300

const Subheading = ({ title }: { title: string }) => (
  <h4 className="mt-7 mb-1 text-sm font-semibold text-muted-foreground">{title}</h4>
)

/** Parameters as the fields of an object. */
const asObject = (fields: ReferenceParameter[]): Schema => ({
  properties: Object.fromEntries(fields.map((field) => [field.name, field])),
  required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
})

const Status = ({ status }: { status: number }) => (
  <span className={`data text-sm ${isGood(status) ? 'text-accent' : 'text-muted-foreground'}`}>{status}</span>
)

/** Which object an answer is, and a link to its fields. */
function ObjectLink({ schema }: { schema: Schema | undefined }) {
  const name = schema && nameOfRef(schema)
  if (!name) return null
  return (
    <p className="text-sm">
      <a href={`#schema-${name}`} className="text-link">
        {name}
      </a>
    </p>
  )
}

/** An answer; one that is a problem leads to what is said of that. */
function AnswerRow({ of, answer }: { of: string; answer: ReferenceAnswer }) {
  const { status, description, problems, schema, example } = answer
  if (problems.length > 0 || !schema) {
    return (
      <li className="flex gap-4 border-t py-2.5 first:border-t-0">
        <Status status={status} />
        <span className="text-sm leading-snug">
          {description}{' '}
          {problems.map((name) => (
            <a key={name} href={`#problem-${name}`} className="data mr-2 text-xs text-link whitespace-nowrap">
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
          {!nameOfRef(schema) && <FieldList schema={schema} />}
          <Code
            label={`${of}, example of answer ${status}`}
            code={JSON.stringify(example, null, 2)}
            className="mt-2 rounded-xl border bg-muted"
          />
        </div>
      </details>
    </li>
  )
}

function Signature({ method, path, scope }: Pick<ReferenceOperation, 'method' | 'path' | 'scope'>): ReactNode {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="data text-sm break-all">
        <span className={`font-medium ${method === 'GET' ? 'text-accent' : 'text-primary'}`}>{method}</span> {path}
      </span>
      {scope && <span className="data rounded-full border px-2.5 py-0.5 text-xs text-muted-foreground">{scope}</span>}
    </p>
  )
}

/** One endpoint: what it is for, what to send, the request in three languages, every answer. */
export function Endpoint({ operation, samples }: { operation: ReferenceOperation; samples: Sample[] }) {
  const { id, summary, description, parameters, body, answers } = operation
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t pt-8">
      <h3 id={`${id}-title`} className="text-xl">
        {summary}
      </h3>
      <Signature {...operation} />
      <div className="mt-4 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <div className="min-w-0">
          {description.map((paragraph) => (
            <p key={paragraph} className="max-w-160 not-first:mt-3">
              {paragraph}
            </p>
          ))}
          {parameters.map(({ place, fields }) => (
            <div key={place}>
              <Subheading title={PLACES[place]} />
              <InputFields schema={asObject(fields)} what={place === 'header' ? 'headers' : 'parameters'} />
            </div>
          ))}
          {body && <Subheading title="Body" />}
          {body && <InputFields schema={body.schema} what="fields" />}
        </div>
        <div className="min-w-0">
          <Samples name={id} label={summary} samples={samples} />
          <Subheading title="Answers" />
          <ul>
            {answers.map((answer) => (
              <AnswerRow key={answer.status} of={summary} answer={answer} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
