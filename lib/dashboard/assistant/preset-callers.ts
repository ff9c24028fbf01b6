import type { SettingsRecord } from '../settings/input.ts'

export type PresetCaller = { name: string; label: string; lines: string[] }

/**
 * ZIP codes without homes, used as examples outside the service area. Both belong to the IRS in Holtsville, New York.
 */
const OUTSIDE_ZIPS = ['00501', '00544'] as const

export function buildPresetCallers({ serviceArea }: Pick<SettingsRecord, 'serviceArea'>): PresetCaller[] {
  const [first] = serviceArea
  const zip = first?.zip ?? '60614'
  const outsideZip =
    OUTSIDE_ZIPS.find((candidate) => !serviceArea.some((entry) => entry.zip === candidate)) ?? OUTSIDE_ZIPS[0]
  return [
    {
      name: 'gas',
      label: 'Smells gas',
      lines: [
        'I smell gas in the basement, near the furnace.',
        `12 Maple Street, ${zip}`,
        'Ada Example',
        '(646) 555-0119',
      ],
    },
    {
      name: 'baby',
      label: 'No heat, baby in the house',
      lines: [
        'We have no heat, it is 58 degrees in here.',
        'No, nothing like that. But we have a baby.',
        `48 Oak Avenue, ${zip}`,
        'Sam Example',
        '(212) 555-0143',
      ],
    },
    {
      name: 'elsewhere',
      label: 'Outside your area',
      lines: ['The furnace makes a strange noise.', 'No.', `7 Elm Street, ${outsideZip}`],
    },
    {
      name: 'price',
      label: 'Asks for a price',
      lines: [
        'How much is a visit?',
        'The air conditioner is not cooling well.',
        'No.',
        `31 Pine Road, ${zip}`,
        'Kim Example',
        '(212) 555-0144',
        'The first one works.',
      ],
    },
  ]
}
