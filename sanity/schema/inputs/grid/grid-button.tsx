import type { ReactNode } from 'react'
import * as styles from './styles.ts'

type Props = {
  children: ReactNode
  onClick: () => void
  disabled?: boolean | undefined
  /** What the button does, when its face is a sign. */
  label?: string
  wide?: boolean
}

/** A quiet button beside the cells of a table. */
export function GridButton({ children, onClick, disabled, label, wide }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      style={{ ...(wide ? styles.wideButton : styles.button), opacity: disabled ? 0.35 : 1 }}
    >
      {children}
    </button>
  )
}
