import { samplesFile } from '@/lib/browser-bundles.js'
import { COPY_STATUS_ID, scripted } from '@/lib/dom-contract.ts'
import type { ReferenceGroup, Schema } from '@/lib/docs/reference.ts'
import type { Sample } from '@/lib/docs/samples.ts'
import type { API_INTRO_QUERY_RESULT } from '../../sanity/types.ts'
import { LateScript } from '../ui/late-script.tsx'
import { ApiBasics, BASICS, PROBLEM_LIST, ProblemList } from './api-basics.tsx'
import { Endpoint } from './api-endpoint.tsx'
import { FieldList } from './api-fields.tsx'

type Props = {
  intro: API_INTRO_QUERY_RESULT
  groups: ReferenceGroup[]
  /** Requests to copy, by the id of the operation. */
  samples: Map<string, Sample[]>
  siteUrl: string
  /** Where the same is as an OpenAPI document. */
  documentPath: string
}

const groupId = (name: string) => `group-${name.toLowerCase()}`

const NAV_LINK =
  'flex min-h-11 items-center py-1 pl-4 leading-snug text-muted-foreground transition-colors hover:text-foreground lg:min-h-9'

function Navigation({ groups }: Pick<Props, 'groups'>) {
  return (
    <nav
      aria-label="Endpoints"
      className="self-start lg:sticky lg:top-28 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto print:hidden"
    >
      <ul className="border-l text-sm">
        <li>
          <a href={`#${BASICS.id}`} className={NAV_LINK}>
            {BASICS.title}
          </a>
        </li>
        {groups.map(({ name, operations }) => (
          <li key={name} className="mt-2">
            <a href={`#${groupId(name)}`} className={`${NAV_LINK} font-semibold text-foreground`}>
              {name}
            </a>
            <ul>
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`} className={NAV_LINK}>
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li className="mt-2">
          <a href={`#${PROBLEM_LIST.id}`} className={`${NAV_LINK} font-semibold text-foreground`}>
            {PROBLEM_LIST.title}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** What a group's operations answer with. */
function ObjectFields({ name, schema }: { name: string; schema: Schema }) {
  return (
    <details id={`schema-${name}`} className="group border-t">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-2">
        <span>
          Fields of <span className="data">{name}</span>
        </span>
        <span className="chevron" />
      </summary>
      <div className="pb-6">
        <FieldList schema={schema} />
      </div>
    </details>
  )
}

function Group({ group, samples }: { group: ReferenceGroup } & Pick<Props, 'samples'>) {
  const { name, about, operations, objects } = group
  return (
    <section id={groupId(name)} aria-labelledby={`${groupId(name)}-title`}>
      <h2 id={`${groupId(name)}-title`} className="text-heading">
        {name}
      </h2>
      <p className="mt-4 max-w-160">{about}</p>
      {objects.length > 0 && (
        <div className="mt-6">
          {objects.map(([object, schema]) => (
            <ObjectFields key={object} name={object} schema={schema} />
          ))}
        </div>
      )}
      <div className={`flex flex-col gap-12 ${objects.length > 0 ? '' : 'mt-10'}`}>
        {operations.map((operation) => (
          <Endpoint key={operation.id} operation={operation} samples={samples.get(operation.id) ?? []} />
        ))}
      </div>
    </section>
  )
}

/** The reference for developers: what holds for all endpoints, each of them by groups, and every problem. */
export function ApiReference({ intro, groups, samples, siteUrl, documentPath }: Props) {
  return (
    <div className="wrap pt-16 pb-24 md:pt-24">
      <h1 className="max-w-headline text-hero">{intro?.heading ?? 'API reference'}</h1>
      {intro?.text && <p className="mt-7 max-w-text text-lead text-muted-foreground">{intro.text}</p>}
      <div className="mt-16 grid gap-x-12 gap-y-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <Navigation groups={groups} />
        <div className="flex min-w-0 flex-col gap-20">
          <ApiBasics siteUrl={siteUrl} documentPath={documentPath} />
          {groups.map((group) => (
            <Group key={group.name} group={group} samples={samples} />
          ))}
          <ProblemList />
        </div>
      </div>
      <output className="sr-only" {...scripted({ id: COPY_STATUS_ID })} />
      <LateScript src={samplesFile.path} />
    </div>
  )
}
