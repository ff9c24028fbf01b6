import type {
  ReferenceGroup,
  ReferenceOperation,
  ReferenceWebhook,
  Schema,
} from '@/lib/site/api-reference/reference.ts'
import type { Sample } from '@/lib/site/api-reference/samples.ts'
import type { API_INTRO_QUERY_RESULT } from '../../../sanity/types.ts'
import { disclosureClass } from '../article/table-of-contents.tsx'
import { CopyScript } from '../../ui/copy-button.tsx'
import {
  ApiBasics,
  BASICS_SECTION,
  PROBLEMS_SECTION,
  ProblemList,
  QUICK_START_SECTION,
  QuickStart,
  ApiSection,
} from './api-basics.tsx'
import { Endpoint, Method } from './api-endpoint.tsx'
import { FieldList } from './api-fields.tsx'
import { WebhookList, WEBHOOKS_SECTION } from './api-webhooks.tsx'

type Props = {
  intro: API_INTRO_QUERY_RESULT
  groups: ReferenceGroup[]
  webhooks: ReferenceWebhook[]
  samples: Map<string, Sample[]>
  siteUrl: string
  documentPath: string
}

const buildGroupId = (name: string) => `group-${name.toLowerCase()}`

const NAVIGATION_TITLE = 'Endpoints'

const NAV_LINK_CLASS =
  'flex min-h-11 items-center py-1 pl-4 leading-snug text-muted-foreground transition-colors hover:text-foreground lg:min-h-8'

const NAV_TITLE_CLASS = `${NAV_LINK_CLASS} font-semibold text-foreground`

function Navigation({ groups }: Pick<Props, 'groups'>) {
  const parts: { id: string; title: string; operations?: ReferenceOperation[] }[] = [
    QUICK_START_SECTION,
    BASICS_SECTION,
    ...groups.map(({ name, operations }) => ({ id: buildGroupId(name), title: name, operations })),
    WEBHOOKS_SECTION,
    PROBLEMS_SECTION,
  ]
  return (
    <details className="lg:unfold-column print:hidden">
      <summary className={disclosureClass}>
        {NAVIGATION_TITLE}
        <span className="chevron" />
      </summary>
      <nav aria-label={NAVIGATION_TITLE} className="pt-4 lg:pt-0">
        <ul className="border-l text-sm">
          {parts.map(({ id, title, operations }) => (
            <li key={id}>
              <a href={`#${id}`} className={NAV_TITLE_CLASS}>
                {title}
              </a>
              {operations && (
                <ul className="pl-4">
                  {operations.map((operation) => (
                    <li key={operation.id}>
                      <a href={`#${operation.id}`} className={`${NAV_LINK_CLASS} gap-2`}>
                        <span className="w-12 shrink-0">
                          <Method method={operation.method} />
                        </span>
                        {operation.summary}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}

function ObjectFields({ name, schema }: { name: string; schema: Schema }) {
  return (
    <details className="group border-t">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-2">
        <span>
          Fields of <span className="data">{name}</span>
        </span>
        <span className="chevron" />
      </summary>
      <div id={`schema-${name}`} className="scroll-mt-40 pb-6">
        <FieldList schema={schema} />
      </div>
    </details>
  )
}

/** @param isOpen whether the first endpoint is open, as an example */
function Group({ group, samples, isOpen }: { group: ReferenceGroup; isOpen: boolean } & Pick<Props, 'samples'>) {
  const { name, about, operations, objects } = group
  return (
    <ApiSection id={buildGroupId(name)} title={name}>
      <p className="mt-4 max-w-160">{about}</p>
      <div className="mt-6 border-b">
        {operations.map((operation, index) => (
          <Endpoint
            key={operation.id}
            operation={operation}
            samples={samples.get(operation.id) ?? []}
            isOpen={isOpen && index === 0}
          />
        ))}
        {objects.map(([object, schema]) => (
          <ObjectFields key={object} name={object} schema={schema} />
        ))}
      </div>
    </ApiSection>
  )
}

export function ApiReference({ intro, groups, webhooks, samples, siteUrl, documentPath }: Props) {
  const first = groups[0]?.operations[0]
  return (
    <div className="wrap pt-10 pb-24 md:pt-16">
      <h1 className="max-w-headline text-hero">{intro?.heading ?? 'API reference'}</h1>
      {intro?.text && <p className="mt-6 max-w-text text-lead text-muted-foreground">{intro.text}</p>}
      <div className="mt-8 grid gap-x-12 gap-y-10 md:mt-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Navigation groups={groups} />
        <div className="flex min-w-0 flex-col gap-14 md:gap-20">
          {first && <QuickStart operation={first} siteUrl={siteUrl} />}
          <ApiBasics documentPath={documentPath} />
          {groups.map((group, index) => (
            <Group key={group.name} group={group} samples={samples} isOpen={index === 0} />
          ))}
          <WebhookList webhooks={webhooks} />
          <ProblemList />
        </div>
      </div>
      <CopyScript />
    </div>
  )
}
