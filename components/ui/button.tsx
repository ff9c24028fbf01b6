import type { ComponentProps } from 'react'

/** `solid` is primary, `quiet` secondary; `danger` opens a confirmation of something irreversible. */
export type ButtonVariant = 'solid' | 'quiet' | 'danger' | 'danger-solid'

const classes = {
  solid: 'button-solid',
  quiet: 'button-quiet',
  danger: 'button-danger',
  'danger-solid': 'button-danger-solid',
}

export const buttonClass = (variant: ButtonVariant, className = '') => `button ${classes[variant]} ${className}`.trim()

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant }

export function Button({ variant = 'solid', type = 'button', className, ...props }: ButtonProps) {
  return <button {...props} type={type} className={buttonClass(variant, className)} />
}
