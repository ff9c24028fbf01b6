import { stegaClean } from 'next-sanity'
import { LOGO_FAILED, LOGO_IMAGE, scripted } from '../../lib/dom-contract.ts'
import { LOGO } from '../../lib/constants.ts'
import { integrationHref } from '../../lib/routes.ts'
import { resolveImage, type ImageSource } from '../../sanity/image.ts'
import { editable } from '../preview/editable.ts'
import { Link } from '../ui/link.tsx'
import { OptimizedImage } from '../ui/image.tsx'
import type { Shell } from './types.ts'

/** Sources are twice as wide as what is shown, for sharp screens. */
const DENSITY = 2

type LogoProps = {
  id: string
  name: string | null
  source: ImageSource | null
  /** Drawn in the colour of the text: for a logo of one tone. */
  inTextColor: boolean | null
  isPreview: boolean
}

/** A logo of 78 x 36. browser/logos.ts marks one that fails, and the first letters of its name take its place. */
export function Logo({ id, name, source, inTextColor, isPreview }: LogoProps) {
  // Without the mark of its field: a click on a logo in the preview is for the logo.
  const alt = stegaClean(name) ?? ''
  const letters = [...alt].slice(0, LOGO.fallbackCharacters).join('')
  const src = resolveImage(source, LOGO.width * DENSITY)?.src
  return (
    <span
      className="logo"
      {...scripted({ [LOGO_FAILED]: src ? undefined : '' })}
      {...editable(isPreview, { id, type: 'integration', path: 'logo' })}
    >
      {src && (
        <OptimizedImage
          src={src}
          alt={alt}
          width={LOGO.width}
          height={LOGO.height}
          hasOneFile
          className={inTextColor ? 'in-text-color' : undefined}
          {...scripted({ [LOGO_IMAGE]: '' })}
        />
      )}
      <span aria-hidden="true">{letters}</span>
    </span>
  )
}

type IntegrationLogosProps = Pick<Shell, 'integrations' | 'isPreview'> & { heading: string; className?: string }

/** Tools the product works with. */
export function IntegrationLogos({ integrations, isPreview, heading, className = '' }: IntegrationLogosProps) {
  if (integrations.length === 0) return null
  return (
    <section
      aria-labelledby="integrations"
      className={`grid items-center gap-x-12 gap-y-6 border-t pt-10 lg:grid-cols-12 ${className}`}
    >
      <h2 id="integrations" className="label font-normal tracking-normal text-muted-foreground lg:col-span-3">
        {heading}
      </h2>
      <ul className="logos lg:col-span-9">
        {integrations.map(({ _id, name, slug, url, logo, inTextColor }) => (
          <li key={_id}>
            <Link href={integrationHref({ slug }) ?? url} aria-label={name ?? undefined}>
              <Logo id={_id} name={name} source={logo} inTextColor={inTextColor} isPreview={isPreview} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
