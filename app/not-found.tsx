import { NotFound } from '@/components/shell/not-found.tsx'

export default function RootNotFound() {
  return (
    <main>
      <NotFound />
    </main>
  )
}
