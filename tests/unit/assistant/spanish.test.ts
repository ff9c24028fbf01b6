import { describe, expect, it } from 'vitest'
import { play } from '../../../lib/assistant/conversation.ts'
import { DEFAULT_INSTRUCTIONS, instructions, LINE_LIMITS } from '../../../lib/assistant/instructions.ts'
import { urgencyOf } from '../../../lib/assistant/rules.ts'
import { findSaid } from '../../../lib/assistant/spoken.ts'
import { DEFAULT_SETTINGS } from '../../../lib/settings/store.ts'

const urgencyIn = (text: string) => urgencyOf([{ line: 0, text }], DEFAULT_INSTRUCTIONS)

const playing = (...lines: string[]) =>
  play({ settings: DEFAULT_SETTINGS, instructions: DEFAULT_INSTRUCTIONS, at: new Date('2026-03-03T16:00:00Z') }, lines)

describe('the words that every company begins with', () => {
  it.each([
    ['Huele a gas en la cocina', 'now'],
    ['Hay un fuerte olor a gas', 'now'],
    ['Tenemos una fuga de gas', 'now'],
    ['Suena la alarma de monóxido', 'now'],
    ['Sale humo de la caldera', 'now'],
    ['Veo chispas', 'now'],
    ['Huele a quemado', 'now'],
    ['No tengo luz y huele a gas', 'now'],
    ['Hola, mi calefacción no funciona.', 'today'],
    ['No hay calefacción', 'today'],
    ['Estamos sin calefacción desde ayer', 'today'],
    ['La calefacción no enciende', 'today'],
    ['No funciona la calefacción', 'today'],
    ['Se me descompuso la calefacción', 'today'],
    ['La calefacción dejó de funcionar', 'today'],
    ['No tengo aire', 'today'],
    ['Estamos sin aire acondicionado', 'today'],
    ['El aire acondicionado no funciona', 'today'],
    ['Hay goteras en el techo', 'today'],
    ['El aire no enfría bien', 'soon'],
    ['Hace un ruido extraño', 'soon'],
    ['Quiero un mantenimiento', 'later'],
    ['Necesito un presupuesto', 'later'],
  ])('have "%s" as %s', (text, name) => {
    const found = urgencyIn(text)
    expect(found.name).toBe(name)
    expect(found.rule).toContain('is one of your words')
  })

  it.each([
    'No huele a gas',
    'No, no veo humo ni huelo gas',
    'No hay humo',
    'No sale humo',
    'No suena la alarma de monóxido',
    'La calefacción funciona bien',
    'El gas está caro',
  ])('have no danger and no hurry in "%s"', (text) => {
    expect(urgencyIn(text)).toEqual({ name: 'soon', rule: null })
  })

  it('fit into the lists, which an owner can still add to', () => {
    expect(instructions.safeParse(DEFAULT_INSTRUCTIONS).success).toBe(true)
    for (const words of Object.values(DEFAULT_INSTRUCTIONS.urgencyWords))
      expect(words.length).toBeLessThanOrEqual(LINE_LIMITS.words.most / 2)
  })
})

describe('what is denied', () => {
  it.each([
    ['smoke', 'I do not see any smoke', undefined],
    ['carbon monoxide', 'I don’t hear a carbon monoxide alarm', undefined],
    ['gas smell', 'We don’t have a gas smell', undefined],
    ['smoke', 'I don’t smell gas or see smoke', undefined],
    ['smoke', 'I can’t see smoke is everywhere', 'smoke'],
    ['smoke', 'No heat and I see smoke', 'smoke'],
    ['smoke', 'It does not start and we smell smoke', 'smoke'],
    ['humo', 'La alarma no para y sale humo', 'humo'],
    ['monóxido', 'No deja de sonar la alarma de monóxido', 'monóxido'],
  ])('%s in "%s"', (phrase, text, quote) => {
    expect(findSaid(phrase, [{ line: 0, text }])?.quote).toBe(quote)
  })
})

describe('a caller who speaks Spanish', () => {
  it.each(['Huele a gas.', 'Hay humo en el sótano', 'Suena la alarma de monóxido de carbono'])(
    'and is in danger hears so in Spanish: "%s"',
    (text) => {
      const { lines, decision } = playing(text)
      expect(decision).toMatchObject({ language: 'es', outcome: 'emergency' })
      expect(lines.at(-1)?.text).toMatch(/^Salga de la casa ahora/)
    },
  )

  it('keeps the language while saying an address, a name and a number', () => {
    const said = ['La calefacción no funciona.', 'No.', '12 Maple Street, 60614', 'Ana María Ejemplo López García']
    expect(playing(...said, 'Mi número es (212) 555-0143').decision.language).toBe('es')
    expect(playing(...said, 'Actually my wife would like to go on with you').decision.language).toBe('en')
  })

  it.each([
    'My furnace on El Camino Real is loud',
    'The heat is out at 12 La Salle Street',
    '12 Maple Street, 60614',
    'Hola, the furnace is loud',
  ])('is none who says "%s"', (text) => {
    expect(playing(text).decision.language).toBe('en')
  })
})
