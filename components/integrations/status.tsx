import type { Words } from '@/lib/words.ts'

type StatusProps = {
  /** Whether it can be connected on this site; undefined for a system that only the editors know. */
  isOffered: boolean | undefined
  words: Words['integrations']
}

/** Whether a system can be connected, as the dashboard says it. */
export function Status({ isOffered, words }: StatusProps) {
  if (isOffered === undefined) return null
  return (
    <span className={isOffered ? 'text-accent' : 'text-muted-foreground'}>
      {isOffered ? words.available : words.notOffered}
    </span>
  )
}
