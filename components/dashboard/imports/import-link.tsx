'use client'

import { AREAS } from '@/lib/platform/auth/access-table.ts'
import type { ImportKind } from '@/lib/dashboard/model/import.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { getButtonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'

/** Renders a link to the import. The sample dashboard has none. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const isSample = useSample() !== undefined
  if (isSample) return null
  return (
    <AppLink href={`${AREAS.imports.path}?kind=${kind}`} className={getButtonClass('quiet')}>
      <Icon name="table" size={16} />
      Import
    </AppLink>
  )
}
