import { stegaClean } from 'next-sanity'
import { logosFile } from '@/lib/browser-bundles.js'
import {
  LOGO_FAILED_ATTRIBUTE,
  LOGO_IMAGE_ATTRIBUTE,
  BLOCK_SCRIPT_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import { LOGO } from '../../../lib/constants.ts'
import { buildIntegrationHref } from '../../../lib/routes.ts'
import { resolveImage } from '../../../sanity/image.ts'
import { FaqList } from '../../ui/faq-list.tsx'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OptimizedImage } from '../../ui/image.tsx'
import { Link } from '../../ui/link.tsx'
import { formatLongDate } from '../article/dated-row.tsx'
import { getEditAttributes } from '../preview/editable.ts'
import type { Shell } from '../types/blocks.ts'

/** Image pixels per CSS pixel. */
const PIXEL_DENSITY = 2

type LogoProps = Pick<Shell, 'isPreview'> & { integration: Shell['integrations'][number] }

/** Renders a logo of 78 × 36 CSS pixels. If it fails to load, browser/logos.ts shows its initials. */
function Logo({ integration: { _id: id, name, logo, inTextColor }, isPreview }: LogoProps) {
  // The text has no stega marks. Otherwise, a click in the preview would select the text field instead of the logo.
  const alt = stegaClean(name) ?? ''
  const letters = [...alt].slice(0, LOGO.fallbackCharacters).join('')
  const src = resolveImage(logo, LOGO.width * PIXEL_DENSITY)?.src
  return (
    <span
      className="logo"
      {...toScriptAttributes({ [LOGO_FAILED_ATTRIBUTE]: src ? undefined : '' })}
      {...getEditAttributes(isPreview, { id, type: 'integration', path: 'logo' })}
    >
      {src && (
        <OptimizedImage
          src={src}
          alt={alt}
          width={LOGO.width}
          height={LOGO.height}
          hasOneFile
          className={inTextColor ? 'in-text-color' : undefined}
          {...toScriptAttributes({ [LOGO_IMAGE_ATTRIBUTE]: '' })}
        />
      )}
      <span aria-hidden="true">{letters}</span>
    </span>
  )
}

function IntegrationLogos({ integrations, isPreview, labels }: Omit<TrustProps, 'brand' | 'trust' | 'badges'>) {
  if (integrations.length === 0) return null
  return (
    <section
      aria-labelledby="integrations"
      className="grid items-center gap-x-12 gap-y-6 border-t pt-10 lg:grid-cols-12 lg:col-span-12"
    >
      <h2 id="integrations" className="label font-normal tracking-normal text-muted-foreground lg:col-span-3">
        {labels.integrations}
      </h2>
      <ul className="logos lg:col-span-9">
        {integrations.map((integration) => (
          <li key={integration._id}>
            <Link
              href={buildIntegrationHref(integration) ?? integration.url}
              aria-label={integration.name ?? undefined}
            >
              <Logo integration={integration} isPreview={isPreview} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TrustProps = Pick<Shell, 'brand' | 'badges' | 'integrations' | 'isPreview'> & {
  trust: NonNullable<Shell['settings']>['trust']
  labels: Shell['labels']['footer']
}

type Badge = Shell['badges'][number]

function formatBadgeState({ state, reportDate }: Badge, labels: Shell['labels']['footer']): string | undefined {
  if (stegaClean(state) === 'preparation') return labels.badgePreparation
  const date = formatLongDate(reportDate)
  return stegaClean(state) === 'report' && date ? fill(labels.badgeReport, { date }) : undefined
}

function Badges({ badges, labels }: Pick<TrustProps, 'badges' | 'labels'>) {
  const visibleBadges = badges.flatMap((badge) => {
    const state = formatBadgeState(badge, labels)
    return state ? [{ ...badge, state, isReport: stegaClean(badge.state) === 'report' }] : []
  })
  if (visibleBadges.length === 0) return null
  return (
    <section className="lg:col-span-12">
      <h3 className="text-card-title font-semibold">{labels.badges}</h3>
      <dl className="badges">
        {visibleBadges.map(({ _id, name, description, state, isReport }) => (
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

export function Trust({ brand, trust, labels, badges, integrations, isPreview }: TrustProps) {
  if (!trust && badges.length === 0 && integrations.length === 0) return null
  return (
    <details className="trust print:hidden" {...{ [BLOCK_SCRIPT_ATTRIBUTE]: logosFile.path }}>
      <summary>
        {fill(labels.trusted, { brand })}
        <span className="chevron" />
      </summary>
      <div className="grid gap-12 pt-2 pb-14 lg:grid-cols-12">
        <div className="lg:col-span-6">
          {trust?.title && <h2 className="text-heading">{trust.title}</h2>}
          {trust?.intro && <p className="mt-4 max-w-136 text-muted-foreground">{trust.intro}</p>}
        </div>
        <Badges badges={badges} labels={labels} />
        <IntegrationLogos integrations={integrations} isPreview={isPreview} labels={labels} />
        {trust?.faqs && trust.faqs.length > 0 && (
          <div className="lg:col-span-12">
            <FaqList faqs={trust.faqs} />
          </div>
        )}
      </div>
    </details>
  )
}
