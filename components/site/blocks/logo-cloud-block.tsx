import { buildIntegrationHref } from '@/lib/routes.ts'
import { SectionHeading } from '../../ui/headings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import type { BlockProps } from '../types/blocks.ts'

export function LogoCloudBlock({ block, context }: BlockProps<'logoCloudBlock'>) {
  const integrations = block.integrations ?? []
  return (
    <section className="wrap section grid gap-x-12 gap-y-8 lg:grid-cols-12">
      <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} className="lg:col-span-5" />
      <ul className="grid grid-cols-2 self-start border-t border-l lg:col-span-7">
        {integrations.map(({ _id, name, slug, url }) => (
          <li key={_id} className="border-r border-b">
            <Link
              href={buildIntegrationHref({ slug }) ?? url}
              className="flex min-h-14 items-center justify-between gap-2 px-4 py-2 leading-tight font-medium hover:bg-card sm:px-5"
            >
              {name}
              <Icon name="arrow" size={18} className="icon-forward max-sm:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
