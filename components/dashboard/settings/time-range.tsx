import { formatTime } from '@/lib/platform/time/zone.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Formats a time, such as "6:00 PM" for 18:00. */
export const formatClockTime = (time: string) => formatTime(`2026-01-01T${time}Z`, 'UTC')

type Range = { from: string; to: string }

type TimeRangeProps = {
  /** Label prefix, such as "Monday, open". */
  label: string
  range: Range
  onChange: (range: Range) => void
  errors?: { from: string | undefined; to: string | undefined }
}

export function TimeRange({ label, range, onChange, errors }: TimeRangeProps) {
  const inputProps = { type: 'time', isLabelHidden: true, required: true }
  return (
    <div className="flex items-center gap-2.5 [&>div]:max-w-38 [&>div]:flex-[1_1_7rem]">
      <TextField
        {...inputProps}
        label={`${label} from`}
        value={range.from}
        error={errors?.from}
        onChange={({ target }) => onChange({ ...range, from: target.value })}
      />
      <span className="text-muted-foreground">to</span>
      <TextField
        {...inputProps}
        label={`${label} until`}
        value={range.to}
        error={errors?.to}
        onChange={({ target }) => onChange({ ...range, to: target.value })}
      />
    </div>
  )
}
