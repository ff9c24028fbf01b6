import { FirstPaintScript } from '@/components/shell/first-paint-script.tsx'
import { NotFound } from '@/components/shell/not-found.tsx'

export default function RootNotFound() {
  return (
    <>
      <FirstPaintScript announcement={undefined} />
      <main>
        <NotFound />
      </main>
    </>
  )
}
