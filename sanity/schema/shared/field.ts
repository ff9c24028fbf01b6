import type * as sanity from 'sanity'
import { check, getWebUrlError } from '../validation/rules.ts'
import { toChoiceList, defineField, buildReference } from './define.ts'

type Options<Definition extends { hidden?: unknown }> = {
  description?: string
  group?: string
  fieldset?: string
  hidden?: Definition['hidden']
}

type Fields = sanity.ObjectDefinition['fields']

export const object = (
  name: string,
  title: string,
  options: Options<sanity.ObjectDefinition> & Pick<sanity.ObjectDefinition, 'options' | 'validation'>,
  fields: Fields,
) => defineField({ ...options, name, title, type: 'object', fields })

type IntrinsicTypes = sanity.IntrinsicDefinitions

/** Options of a schema type besides name and title. */
type OptionsOf<Type extends string> = (Type extends keyof IntrinsicTypes
  ? Omit<IntrinsicTypes[Type], 'name' | 'title' | 'type'>
  : Omit<sanity.TypeAliasDefinition<string, undefined>, 'name' | 'title' | 'type'>) &
  Pick<sanity.FieldDefinitionBase, 'group' | 'fieldset'>

export const ofType = <const Type extends string>(
  type: Type,
  name: string,
  title: string,
  options?: OptionsOf<Type>,
): sanity.FieldDefinition => ({ ...options, name, title, type }) as unknown as sanity.FieldDefinition

const requireValue = (rule: sanity.Rule) => rule.required()

const createFieldType =
  (type: string) =>
  (name: string, title: string, { isRequired, ...options }: OptionsOf<string> & { isRequired?: boolean } = {}) =>
    ofType(type, name, title, { ...options, ...(isRequired && { validation: requireValue }) })

export const image = createFieldType('imageWithAlt')
export const link = createFieldType('link')
export const richText = createFieldType('portableText')

export const reference = (
  name: string,
  title: string,
  type: string,
  { isRequired, ...options }: Options<sanity.ReferenceDefinition> & { isRequired?: boolean },
) => ({ ...options, name, title, ...buildReference(type), ...(isRequired && { validation: requireValue }) })

type TextOptions = Options<sanity.StringDefinition> & {
  placeholder?: string
  initialValue?: string
  /** Rows of the text area. Default: a single-line input. */
  lines?: number
}

const createTextField =
  (isRequired: boolean) =>
  (name: string, title: string, max: number, { lines, ...options }: TextOptions = {}) =>
    defineField({
      ...options,
      name,
      title,
      type: lines === undefined ? ('string' as const) : ('text' as const),
      ...(lines !== undefined && { rows: lines }),
      validation: (rule) => (isRequired ? rule.required().max(max) : rule.max(max)),
    })

export const text = createTextField(true)
export const optionalText = createTextField(false)

type ListOptions = Options<sanity.ArrayDefinition> & {
  options?: sanity.ArrayDefinition['options']
  /** Minimum length. Default: the list may be empty. */
  min?: number
  max?: number
  isUnique?: boolean
}

export const list = (
  name: string,
  title: string,
  of: sanity.ArrayDefinition['of'],
  { min, max, isUnique, ...options }: ListOptions,
) =>
  defineField({
    ...options,
    name,
    title,
    type: 'array',
    of,
    validation: (rule) => {
      const nonEmptyRule = min === undefined ? rule : rule.required().min(min)
      const uniqueRule = isUnique ? nonEmptyRule.unique() : nonEmptyRule
      return max === undefined ? uniqueRule : uniqueRule.max(max)
    },
  })

export const toggle = (name: string, title: string, options: Options<sanity.BooleanDefinition> = {}) =>
  defineField({ ...options, name, title, type: 'boolean', initialValue: false })

type NumberOptions = Options<sanity.NumberDefinition> & {
  initialValue?: number
  min: number
  max?: number
  isInteger?: boolean
  isRequired?: boolean
}

export const number = (name: string, title: string, { min, max, isInteger, isRequired, ...options }: NumberOptions) =>
  defineField({
    ...options,
    name,
    title,
    type: 'number',
    validation: (rule) => {
      const requiredRule = isRequired ? rule.required() : rule
      const minRule = (isInteger ? requiredRule.integer() : requiredRule).min(min)
      return max === undefined ? minRule : minRule.max(max)
    },
  })

const LAYOUTS = {
  row: { layout: 'radio', direction: 'horizontal' },
  column: { layout: 'radio' },
  /** Select menu, for more choices than fit in one row. */
  menu: {},
} as const

export const buildNumberChoices = (choices: Record<string, number>) => ({
  list: Object.entries(choices).map(([title, value]) => ({ title, value })),
  ...LAYOUTS.row,
})

type ChoiceOptions = Options<sanity.StringDefinition> & {
  initialValue?: string
  isRequired?: boolean
  layout?: keyof typeof LAYOUTS
}

/**
 * Defines a field with fixed choices.
 * @param choices titles by value, or a list of values
 */
export const choice = (
  name: string,
  title: string,
  choices: Record<string, string> | string[],
  { isRequired, layout = 'row', ...options }: ChoiceOptions = {},
) =>
  defineField({
    ...options,
    name,
    title,
    type: 'string',
    options: { list: Array.isArray(choices) ? choices : toChoiceList(choices), ...LAYOUTS[layout] },
    ...(isRequired && { validation: (rule: sanity.StringRule) => rule.required() }),
  })

export const webAddress = (
  name: string,
  title: string,
  { isRequired = true, ...options }: Options<sanity.UrlDefinition> & { isRequired?: boolean } = {},
) =>
  defineField({
    ...options,
    name,
    title,
    type: 'url',
    validation: (rule) => (isRequired ? rule.required() : rule).custom(check(getWebUrlError)),
  })
