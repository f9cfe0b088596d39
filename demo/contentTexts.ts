/** The texts of calls, by the heading of the specification; `{name}`, `{city}` and `{venue}` are replaced by those of the event. */
export const chapters = {
  es: [
    [
      'generales',
      'Generales',
      '<p>{name} se corre en {city}, con salida y meta en {venue}. El circuito está cerrado al tráfico y cuenta con abastecimiento cada 2.5 kilómetros.</p>',
    ],
    [
      'inscripciones',
      'Inscripciones',
      '<p>Las inscripciones se hacen en línea hasta agotar lugares. La inscripción es personal y no se devuelve; el cambio de nombre tiene costo.</p>',
    ],
    [
      'categorias',
      'Categorías',
      '<p>La categoría la decide la edad del atleta. Los menores de edad participan con la firma de su madre, padre o tutor.</p>',
    ],
    [
      'entrega-de-kits',
      'Entrega de kits',
      '<ul><li>Presenta tu confirmación y una identificación oficial.</li><li>No se entregan kits el día del evento.</li></ul>',
    ],
    [
      'servicios-en-el-evento',
      'Servicios en el evento',
      '<p>Guardarropa, servicio médico, hidratación y zona de recuperación en {venue}.</p>',
    ],
    ['premiacion', 'Premiación', '<p>Reciben trofeo los tres primeros lugares generales y de cada categoría, por rama.</p>'],
    ['resultados', 'Resultados', '<p>Se publican el mismo día. Las aclaraciones se reciben durante los dos días siguientes.</p>'],
    ['reglamento', 'Reglamento', '<p>Rige el reglamento de la federación. El chip va pegado al número y no se intercambia.</p>'],
  ],
  en: [
    [
      'generales',
      'General',
      '<p>{name} takes place in {city}, with start and finish at {venue}. The course is closed to traffic, with aid stations every 2.5 kilometres.</p>',
    ],
    [
      'inscripciones',
      'Registration',
      '<p>Registration is online while places last. It is personal and not refundable; changing the name has a fee.</p>',
    ],
    [
      'entrega-de-kits',
      'Kit pick-up',
      '<ul><li>Bring your confirmation and an official identity document.</li><li>No kits are handed out on race day.</li></ul>',
    ],
    ['premiacion', 'Awards', '<p>Trophies for the first three overall and in each category, by branch.</p>'],
  ],
} as const;

/** The waiver in both languages. */
export const waiver = {
  es: '<p>Declaro que mi estado de salud me permite participar y que me he preparado para ello. Conozco los riesgos de la prueba y los asumo bajo mi responsabilidad.</p><p>Autorizo la atención médica que requiera y el uso de mi imagen en la difusión del evento.</p>',
  en: '<p>I declare that my health allows me to take part and that I have trained for it. I know the risks of the race and take them upon myself.</p><p>I authorise any medical care that I may need and the use of my image to promote the event.</p>',
} as const;

/** The questions of every event. */
export const questions = [
  {
    label: { es: '¿Cómo te enteraste del evento?', en: 'How did you hear about the event?' },
    type: 'select',
    options: [
      ['redes', 'Redes sociales', 'Social media'],
      ['amigos', 'Por amistades', 'From friends'],
      ['club', 'En mi club', 'At my club'],
      ['anterior', 'Corrí la edición anterior', 'I ran the last edition'],
    ],
    required: true,
    sensitive: false,
    admin_only: false,
    ask_at: 'checkout',
  },
  {
    label: { es: '¿Cuántas carreras has corrido?', en: 'How many races have you run?' },
    type: 'number',
    options: null,
    required: false,
    sensitive: false,
    admin_only: false,
    ask_at: 'checkout',
  },
  {
    label: { es: '¿Tienes alguna alergia o condición médica?', en: 'Do you have any allergy or medical condition?' },
    type: 'textarea',
    options: null,
    required: false,
    sensitive: true,
    admin_only: false,
    ask_at: 'after_payment',
  },
  {
    label: { es: '¿Te acompaña alguien a la meta?', en: 'Will somebody meet you at the finish?' },
    type: 'boolean',
    options: null,
    required: false,
    sensitive: false,
    admin_only: false,
    ask_at: 'after_payment',
  },
  {
    label: { es: 'Observaciones del comité organizador', en: 'Notes of the organising committee' },
    type: 'text',
    options: null,
    required: false,
    sensitive: false,
    admin_only: true,
    ask_at: 'delivery',
  },
] as const;

/** What athletes with a medical condition answer. */
export const conditions = [
  'Alergia a la penicilina',
  'Asma leve, llevo inhalador',
  'Hipertensión controlada',
  'Alergia al cacahuate',
] as const;
