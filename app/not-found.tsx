import { NotFound } from '@/components/shell/not-found.tsx'
import { Theme } from '@/components/shell/theme.tsx'

export default function RootNotFound() {
  return (
    <Theme>
      <main>
        <NotFound />
      </main>
    </Theme>
  )
}
