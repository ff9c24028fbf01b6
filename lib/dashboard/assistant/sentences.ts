import type { Intent } from '../model/intent.ts'
import type { SpecialDay } from '../model/day-hours.ts'
import { type DayKey, formatDay, formatDayKey, formatSpanishDay, formatWindow } from '../../platform/time/zone.ts'
import type { Language } from '../model/instructions.ts'
import type { Question } from './intents.ts'
import type { VisitWindow } from './windows.ts'

type ClosedDate = SpecialDay & { day: DayKey }

const ENGLISH = {
  greeting: 'Thanks for calling. This is the automated assistant. How can I help?',
  ask: {
    problem: 'What is going on with your heating or cooling?',
    safety: 'Before anything else: do you smell gas, see smoke, or hear a carbon monoxide alarm?',
    address: 'What is the address, with the ZIP code?',
    zip: 'What is the ZIP code there?',
    name: 'Who am I speaking with?',
    phone: 'What is the best number to reach you?',
  } satisfies Record<Exclude<Question, 'window'>, string>,
  /** Used for calls about an existing visit: to cancel, move or look it up. */
  askVisitPhone: 'What phone number is the visit booked under?',
  /** Used if no visit matches the first phone number. */
  askOtherPhone: 'I do not see a visit under that number. Could it be under another one?',
  /** Used if the caller asks for a closed day. The name of the day may be empty. */
  closedOn: ({ day, name, kind }: ClosedDate) =>
    kind === 'on-call'
      ? `On ${formatDayKey(day)} we only take emergencies${name && `: ${name}`}.`
      : `The office is closed on ${formatDayKey(day)}${name && ` for ${name}`}.`,
  /** Precedes the offer if the requested time is not free. */
  otherTime: 'I have nothing open then.',
  askWindow: (windows: string) => `We can come ${windows}. Which works for you?`,
  reply: {
    maintenance: 'Happy to set that up.',
    estimate: 'Happy to set up an estimate visit.',
    cancel: 'I can help with that.',
    reschedule: 'I can help you move it.',
    status: 'Let me look that up.',
    billing: 'The office handles billing. I will pass this on, and they will call you back.',
    warranty: 'The office checks warranties and parts. I will pass this on, and they will call you back.',
    complaint: 'I am sorry to hear that. I will pass it to the manager, who will call you back.',
    hiring: 'Thank you for your interest. I will pass your name and number to the office.',
    sales: 'Thank you, but this line is for customers. Please email the office instead. Goodbye.',
    'wrong-number': 'No problem. This is a heating and cooling company. Have a good day.',
  } as Partial<Record<Intent, string>>,
  /** Used if the caller confirmed a danger without naming it. */
  danger:
    'Leave the house now, and do not touch any switches. Call 911 from outside, and if you smell gas, your gas utility as well.',
  paging: 'I am paging the person on call now.',
  noOnePaged: 'No one is on call right now. The office will see your call marked as urgent.',
  /** Ends an emergency call after the people on call were paged. */
  onCall: 'Thank you. The person on call has your details.',
  notServed: (zip: string) => `I am sorry: we do not serve ${zip}.`,
  feeUnknown: 'I do not have that price. The office will tell you.',
  brandRefused: (brand: string) => `I am sorry: we do not work on ${brand}.`,
  booked: (window: string) => `You are booked for ${window}. You will get a text to confirm.`,
  requested: 'The office will confirm the visit with you.',
  message: 'Thank you. The office has your details and will call you back.',
  /** Ends a call that is not about a visit, such as a billing question. */
  callback: 'Thank you. I have passed that on, and the office will call you back.',
  canceled: (window: string) => `Your visit on ${window} is canceled. Call us any time if you need us.`,
  rescheduled: (window: string) => `Done. Your visit is moved to ${window}. You will get a text to confirm.`,
  /** Used if the caller chose no new time. The old visit stays until the office finds one. */
  visitKept: (window: string) => `Your visit on ${window} stays for now. The office will call you to find a new time.`,
  visitFound: (window: string) => `I see your visit on ${window}.`,
  visitUnknown: 'I cannot find it. The office will look for your visit and call you back.',
  status: (window: string) =>
    `You are on the schedule for ${window}. The office will call you and tell you where the technician is.`,
  puttingThrough: 'Of course. I am putting you through to the office.',
  /** `closedFor`: name of a holiday or closed day; empty if the office is outside its usual hours. */
  officeClosed: (closedFor: string) =>
    `Of course. The office is closed ${closedFor ? `today for ${closedFor}` : 'now'}, so I will take a message and someone will call you back.`,
  /** Used if the caller adds something after the closing sentence. */
  added: 'I have added that. Is there anything else?',
  goodbye: 'Thank you for calling. Goodbye.',
}

export const SENTENCES: Record<Language, typeof ENGLISH> = {
  en: ENGLISH,
  es: {
    greeting: 'Gracias por llamar. Soy el asistente automático. ¿Qué sucede?',
    ask: {
      problem: '¿Qué sucede con su calefacción o su aire acondicionado?',
      safety: 'Antes que nada: ¿huele a gas, ve humo o suena una alarma de monóxido de carbono?',
      address: '¿Cuál es la dirección, con el código postal?',
      zip: '¿Cuál es el código postal?',
      name: '¿Con quién hablo?',
      phone: '¿A qué número le llamamos?',
    },
    askVisitPhone: '¿Con qué número de teléfono está la cita?',
    askOtherPhone: 'No encuentro una visita con ese número. ¿Puede estar con otro?',
    closedOn: ({ day, name, kind }) => {
      const reason = name && ` (${name})`
      return kind === 'on-call'
        ? `El ${formatSpanishDay(`${day}T00:00Z`, 'UTC')} solo atendemos emergencias${reason}.`
        : `La oficina está cerrada el ${formatSpanishDay(`${day}T00:00Z`, 'UTC')}${reason}.`
    },
    otherTime: 'Para entonces no tengo nada libre.',
    askWindow: (windows) => `Podemos ir ${windows}. ¿Cuál le conviene?`,
    reply: {
      maintenance: 'Con gusto se lo agendo.',
      estimate: 'Con gusto le agendo una visita para el presupuesto.',
      cancel: 'Le ayudo con eso.',
      reschedule: 'Le ayudo a cambiarla.',
      status: 'Permítame revisar.',
      billing: 'La oficina se encarga de los cobros. Les paso el mensaje y le llaman.',
      warranty: 'La oficina revisa garantías y piezas. Les paso el mensaje y le llaman.',
      complaint: 'Lo siento mucho. Se lo paso al gerente, que le llamará.',
      hiring: 'Gracias por su interés. Le paso su nombre y número a la oficina.',
      sales: 'Gracias, pero esta línea es para clientes. Escriba a la oficina, por favor. Hasta luego.',
      'wrong-number': 'No hay problema. Esta es una compañía de calefacción y aire. Que tenga un buen día.',
    },
    danger:
      'Salga de la casa ahora y no toque ningún interruptor. Llame al 911 desde fuera y, si huele a gas, también a su compañía de gas.',
    paging: 'Estoy despertando a la persona de guardia.',
    noOnePaged: 'No hay nadie de guardia a esta hora. La oficina recibe su llamada como urgente.',
    onCall: 'Gracias. La persona de guardia ya lo tiene todo.',
    notServed: (zip) => `Lo siento: no trabajamos en ${zip}.`,
    feeUnknown: 'No tengo ese precio. La oficina se lo dirá.',
    brandRefused: (brand) => `Lo siento: no trabajamos con ${brand}.`,
    booked: (window) => `Tiene la visita el ${window}. Recibirá un mensaje de texto.`,
    requested: 'La oficina le confirmará la visita.',
    message: 'Gracias. La oficina tiene todo y le llamará.',
    callback: 'Gracias. Ya pasé el mensaje y la oficina le llamará.',
    canceled: (window) => `Su visita del ${window} queda cancelada. Llámenos cuando nos necesite.`,
    rescheduled: (window) => `Listo. Su visita queda para el ${window}. Recibirá un mensaje de texto.`,
    visitKept: (window) => `Su visita del ${window} sigue en pie. La oficina le llamará para buscar otra hora.`,
    visitFound: (window) => `Veo su visita del ${window}.`,
    visitUnknown: 'No la encuentro. La oficina buscará su visita y le llamará.',
    status: (window) => `Su visita es el ${window}. La oficina le llamará para decirle dónde está el técnico.`,
    puttingThrough: 'Por supuesto. Le comunico con la oficina.',
    officeClosed: (closedFor) =>
      `Por supuesto. La oficina está cerrada${closedFor && ` hoy (${closedFor})`}: tomo nota y una persona le llamará.`,
    added: 'Ya lo agregué. ¿Algo más?',
    goodbye: 'Gracias por llamar. Hasta luego.',
  },
}

export const formatVisitWindow = ({ startsAt, endsAt }: VisitWindow, zone: string): string =>
  `${formatDay(startsAt, zone)}, ${formatWindow(startsAt, endsAt, zone)}`

/** Formats a window, such as "Sun, Mar 8, 8–10 AM" or "domingo, 8 de marzo, 8–10 AM". */
export const formatSpokenWindow = (window: VisitWindow, zone: string, language: Language): string =>
  language === 'en'
    ? formatVisitWindow(window, zone)
    : `${formatSpanishDay(window.startsAt, zone)}, ${formatWindow(window.startsAt, window.endsAt, zone)}`

const LIST_FORMATS: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-US', { type: 'disjunction' }),
  es: new Intl.ListFormat('es-US', { type: 'disjunction' }),
}

export const formatOffer = (windows: readonly VisitWindow[], zone: string, language: Language): string =>
  SENTENCES[language].askWindow(
    LIST_FORMATS[language].format(
      windows.map((window, index) => `${index + 1}) ${formatSpokenWindow(window, zone, language)}`),
    ),
  )
