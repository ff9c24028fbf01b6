import { type Stage, STAGE_NAMES, STAGES } from '@/lib/leads/lead.ts'
import { Icon } from '../../ui/icon.tsx'

type StageStepperProps = {
  stage: Stage
  /** Without it the stage is only shown. */
  onChange?: ((stage: Stage) => void) | undefined
}

/** The way of a lead that becomes a job; one that does not is beside it. */
const WAY: Stage[] = STAGE_NAMES.filter((stage) => stage !== 'lost')

/** How far one has come with a lead, step by step. */
export function StageStepper({ stage, onChange }: StageStepperProps) {
  const reached = WAY.indexOf(stage)
  return (
    <ol className="flex flex-wrap gap-2" aria-label="Stage">
      {STAGE_NAMES.map((each) => {
        const isCurrent = each === stage
        const isPassed = WAY.indexOf(each) >= 0 && WAY.indexOf(each) < reached
        const isBooked = each === 'booked' || each === 'won'
        const look = isCurrent
          ? `font-semibold ${isBooked ? 'border-accent bg-accent-muted text-accent' : 'border-foreground text-foreground'}`
          : `border-border text-muted-foreground ${onChange ? 'hover:border-muted-foreground hover:text-foreground' : ''}`
        const passedLook = isPassed ? 'border border-transparent bg-muted text-foreground' : 'border border-input'
        const markLook = isCurrent ? 'border-5 border-current' : passedLook
        const content = (
          <>
            <span className={`grid size-4.5 place-items-center rounded-full ${markLook}`}>
              {(isPassed || (isCurrent && each === 'won')) && <Icon name="check" size={12} />}
            </span>
            {STAGES[each]}
          </>
        )
        const shown = {
          className: `inline-flex min-h-11 items-center gap-2 rounded-full border pr-4 pl-3 transition-colors ${look}`,
          'aria-current': isCurrent ? ('step' as const) : undefined,
        }
        return (
          <li key={each}>
            {onChange ? (
              <button
                type="button"
                {...shown}
                className={`cursor-pointer ${shown.className}`}
                onClick={() => !isCurrent && onChange(each)}
              >
                {content}
              </button>
            ) : (
              <span {...shown}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
