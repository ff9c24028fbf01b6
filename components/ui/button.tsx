import type { ComponentProps } from 'react'

/** `solid` is what to do; `quiet` is what to do otherwise; `danger` leads to a question whose answer takes something away for good. */
export type ButtonVariant = 'solid' | 'quiet' | 'danger' | 'danger-solid'

const classes = {
  solid: 'button-solid',
  quiet: 'button-quiet',
  danger: 'button-danger',
  'danger-solid': 'button-danger-solid',
}

/** The look of a button, for an element that is none. */
export const buttonClass = (variant: ButtonVariant, className = '') => `button ${classes[variant]} ${className}`.trim()

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant }

/** A button; one that sends a form says so with `type`. */
export function Button({ variant = 'solid', type = 'button', className, ...props }: ButtonProps) {
  return <button {...props} type={type} className={buttonClass(variant, className)} />
}
