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
    <ol className="stages" aria-label="Stage">
      {STAGE_NAMES.map((each) => {
        const isCurrent = each === stage
        const isPassed = WAY.indexOf(each) >= 0 && WAY.indexOf(each) < reached
        const content = (
          <>
            <span className="stages-mark">
              {(isPassed || (isCurrent && each === 'won')) && <Icon name="check" size={12} />}
            </span>
            {STAGES[each]}
          </>
        )
        const shown = {
          className: 'stages-step',
          'data-passed': isPassed || undefined,
          'data-stage': each,
          'aria-current': isCurrent ? ('step' as const) : undefined,
        }
        return (
          <li key={each}>
            {onChange ? (
              <button type="button" {...shown} onClick={() => !isCurrent && onChange(each)}>
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
