import NextLink from 'next/link'
import { type Area, AREAS, SETTINGS_SECTIONS } from '@/lib/platform/auth/access-table.ts'
import { isAllowed } from '@/lib/platform/auth/check-access.ts'
import type { Member } from '@/lib/platform/auth/session-claims.ts'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'

export function SettingsList({ member }: { member: Member }) {
  const allowedAreas = Object.values<Area>(AREAS).filter((area) => area.section && isAllowed(member, area))
  const sections = Object.entries(SETTINGS_SECTIONS)
    .map(([section, title]) => ({ title, areas: allowedAreas.filter((area) => area.section === section) }))
    .filter(({ areas }) => areas.length > 0)
  return (
    <div className="-mb-5 gap-5 md:columns-2">
      {sections.map(({ title, areas }) => (
        <div key={title} className="break-inside-avoid pb-5">
          <Panel title={title}>
            <ul className="-mx-2 -mt-1 -mb-2">
              {areas.map(({ path, label, summary }) => (
                <li key={path}>
                  <NextLink
                    href={path}
                    prefetch={false}
                    className="group flex items-center justify-between gap-4 rounded-lg px-2 py-2 hover:bg-muted"
                  >
                    <span className="min-w-0">
                      <span className="block font-semibold">{label}</span>
                      <span className="block text-muted-foreground">{summary}</span>
                    </span>
                    <Icon name="forward" size={16} className="text-muted-foreground" />
                  </NextLink>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      ))}
    </div>
  )
}
