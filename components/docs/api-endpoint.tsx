import { type Answer, curlExample, jsonSchema, type Operation } from '@/lib/docs/openapi.ts'
import { FieldList } from './api-fields.tsx'

/** A listing that scrolls sideways by itself, by keyboard too. */
export function Example({ label, code }: { label: string; code: string }) {
  return (
    <figure
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-xl border border-line bg-sunken p-4"
    >
      <pre>
        <code className="data text-sm leading-relaxed">{code}</code>
      </pre>
    </figure>
  )
}

const OK = 200

function AnswerRow({ answer }: { answer: Answer }) {
  const { status, description, schema, example } = answer
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 items-center gap-4 py-3">
        <span className={`data font-medium ${status === OK ? 'text-ice' : 'text-ember'}`}>{status}</span>
        <span className="flex-1 leading-snug">{description}</span>
        <span className="chevron" />
      </summary>
      <div className="pb-6">
        {schema && <FieldList schema={jsonSchema(schema)} />}
        <Example label={`Example of answer ${status}`} code={JSON.stringify(example, null, 2)} />
      </div>
    </details>
  )
}

const Part = ({ title }: { title: string }) => <h3 className="mt-9 font-display text-lg font-semibold">{title}</h3>

/** One endpoint: what it is for, what to send, an example to copy, every answer. */
export function Endpoint({ operation, siteUrl }: { operation: Operation; siteUrl: string }) {
  const { id, method, path, summary, description, headers, body, answers } = operation
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-line pt-10">
      <h2 id={`${id}-title`} className="text-heading">
        {summary}
      </h2>
      <p className="data mt-4 text-note break-all">
        <span className={method === 'GET' ? 'text-ice' : 'text-ember'}>{method}</span> {path}
      </p>
      {description.map((paragraph) => (
        <p key={paragraph} className="mt-4 max-w-160">
          {paragraph}
        </p>
      ))}
      {headers && <Part title="Headers" />}
      {headers && <FieldList schema={headerSchema(headers)} />}
      {body && <Part title="Body" />}
      {body && <FieldList schema={jsonSchema(body.schema)} />}
      <Part title="Try it" />
      <Example label={`Request: ${summary}`} code={curlExample(operation, siteUrl)} />
      <Part title="Answers" />
      <div className="mt-3 border-t border-line">
        {answers.map((answer) => (
          <AnswerRow key={answer.status} answer={answer} />
        ))}
      </div>
    </section>
  )
}

/** Headers as fields, to be shown like those of a body. */
const headerSchema = (headers: NonNullable<Operation['headers']>) => ({
  required: headers.map(({ name }) => name),
  properties: Object.fromEntries(headers.map(({ name, description }) => [name, { type: 'string', description }])),
})
