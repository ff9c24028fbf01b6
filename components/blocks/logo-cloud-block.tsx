import { logosFile } from '@/lib/browser-bundles.js'
import { Logo } from '../layout/integration-logos.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import { LateScript } from '../ui/late-script.tsx'
import { Link } from '../ui/link.tsx'
import type { BlockProps } from './types.ts'

/** The logos of all integrations, each a link to its maker. */
export function LogoCloudBlock({ block, context }: BlockProps<'logoCloudBlock'>) {
  const integrations = block.integrations ?? []
  return (
    <section className="wrap section grid gap-x-12 gap-y-10 lg:grid-cols-12">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="lg:col-span-5" />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(--spacing(36),1fr))] border-t border-l lg:col-span-7">
        {integrations.map(({ _id, name, url, logo, inTextColor }) => (
          <li key={_id} className="border-r border-b">
            <Link
              href={url}
              aria-label={name ?? undefined}
              className="grid min-h-26 place-items-center text-muted-foreground transition-colors hover:bg-card hover:text-foreground"
            >
              <Logo id={_id} name={name} source={logo} inTextColor={inTextColor} isPreview={context.isPreview} />
            </Link>
          </li>
        ))}
      </ul>
      <LateScript src={logosFile.path} />
    </section>
  )
}
