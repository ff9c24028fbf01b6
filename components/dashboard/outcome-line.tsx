import type { Outcome } from './use-sensitive.ts'

/** What became of something that was asked for. */
export function OutcomeLine({ state, message }: Outcome) {
  return (
    <p aria-live="polite" className={`mt-3 min-h-6 ${state === 'refused' ? 'text-ember' : 'text-muted'}`}>
      {state === 'running' ? 'One moment …' : message}
    </p>
  )
}
