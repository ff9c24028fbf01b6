import type { ComponentProps } from 'react'

/**
 * Style of a button. `solid` is primary, `quiet` is secondary. `danger` opens the confirmation of an irreversible
 * action, and `danger-solid` confirms it.
 */
export type ButtonVariant = 'solid' | 'quiet' | 'danger' | 'danger-solid'

const VARIANT_CLASSES = {
  solid: 'button-solid',
  quiet: 'button-quiet',
  danger: 'button-danger',
  'danger-solid': 'button-danger-solid',
}

export const getButtonClass = (variant: ButtonVariant, className = '') =>
  `button ${VARIANT_CLASSES[variant]} ${className}`.trim()

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant }

export function Button({ variant = 'solid', type = 'button', className, ...props }: ButtonProps) {
  return <button {...props} type={type} className={getButtonClass(variant, className)} />
}
