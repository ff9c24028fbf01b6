import { wordsFrom } from '@/lib/words.ts'
import { FirstPaintScript } from '@/components/layout/first-paint-script.tsx'
import { NotFound } from '@/components/messages/page-message.tsx'

export default function RootNotFound() {
  return (
    <>
      <FirstPaintScript announcement={undefined} />
      <main>
        <NotFound words={wordsFrom(null)} />
      </main>
    </>
  )
}
