import { stegaClean } from 'next-sanity'
import { logosFile } from '@/lib/browser-bundles.js'
import { OWN_SCRIPT } from '@/lib/dom-contract.ts'
import { longDate } from '../article/date.tsx'
import { fill } from '../ui/fill.tsx'
import { FaqList } from '../ui/faq-list.tsx'
import { Icon } from '../ui/icon.tsx'
import { IntegrationLogos } from './integration-logos.tsx'
import type { Shell } from './types.ts'

type TrustProps = Pick<Shell, 'brand' | 'badges' | 'integrations' | 'isPreview'> & {
  trust: NonNullable<Shell['settings']>['trust']
  words: Shell['words']['footer']
}

type Badge = Shell['badges'][number]

/** What is true of a badge: a report that can be asked for, or work towards one; undefined when it does not say. */
function badgeState({ state, reportDate }: Badge, words: Shell['words']['footer']): string | undefined {
  if (stegaClean(state) === 'preparation') return words.badgePreparation
  const date = longDate(reportDate)
  return stegaClean(state) === 'report' && date ? fill(words.badgeReport, { date }) : undefined
}

/** Badges with what is true of them; one that claims more than it says is left out. */
function Badges({ badges, words }: Pick<TrustProps, 'badges' | 'words'>) {
  const known = badges.flatMap((badge) => {
    const state = badgeState(badge, words)
    return state ? [{ ...badge, state, isReport: stegaClean(badge.state) === 'report' }] : []
  })
  if (known.length === 0) return null
  return (
    <section className="lg:col-span-12">
      <h3 className="text-card-title font-semibold">{words.badges}</h3>
      <dl className="badges">
        {known.map(({ _id, name, description, state, isReport }) => (
          <div key={_id}>
            <dt>
              <Icon
                name={isReport ? 'shield' : 'clock'}
                size={20}
                className={isReport ? 'text-accent' : 'text-muted-foreground'}
              />
              {name}
            </dt>
            <dd className="label">{state}</dd>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Security badges, integration logos and questions, in a closed disclosure. */
export function Trust({ brand, trust, words, badges, integrations, isPreview }: TrustProps) {
  if (!trust && badges.length === 0 && integrations.length === 0) return null
  return (
    <details className="trust print:hidden" {...{ [OWN_SCRIPT]: logosFile.path }}>
      <summary>
        {fill(words.trusted, { brand })}
        <span className="chevron" />
      </summary>
      <div className="grid gap-12 pt-2 pb-14 lg:grid-cols-12">
        <div className="lg:col-span-6">
          {trust?.title && <h2 className="text-heading">{trust.title}</h2>}
          {trust?.intro && <p className="mt-4 max-w-136 text-muted-foreground">{trust.intro}</p>}
        </div>
        <Badges badges={badges} words={words} />
        <IntegrationLogos
          integrations={integrations}
          isPreview={isPreview}
          heading={words.integrations}
          className="lg:col-span-12"
        />
        {trust?.faqs && trust.faqs.length > 0 && (
          <div className="lg:col-span-12">
            <FaqList faqs={trust.faqs} />
          </div>
        )}
      </div>
    </details>
  )
}
