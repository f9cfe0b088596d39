/**
 * Names of our fields in spreadsheets, in addition to the labels of the screens, in Spanish and English.
 *
 * Names of fields mean the same in every entity; exceptions are under the name of the entity. New words are added only here.
 */
const everywhere: Readonly<Record<string, string>> = {
  name: 'nombre, nombre completo, nombre y apellidos, atleta, participante, corredor, competidor, name, full name, athlete, participant, runner',
  first_name: 'nombre, nombres, nombre de pila, primer nombre, first name, given name, given names, forename',
  last_name: 'apellido, apellidos, apellido paterno, primer apellido, ap paterno, paterno, last name, surname, family name',
  second_last_name: 'apellido materno, segundo apellido, ap materno, materno, second last name, second surname, mother surname',
  gender: 'genero, sexo, rama, gender, sex, branch',
  birth_date:
    'fecha de nacimiento, fecha nacimiento, fec nac, f nacimiento, fecha nac, nacimiento, cumpleanos, dob, date of birth, birth date, birthday, birthdate',
  email: 'correo, correo electronico, mail, email, e mail, email address, direccion de correo',
  phone: 'telefono, tel, celular, cel, movil, whatsapp, telefono celular, phone, phone number, mobile, cell, cellphone',
  countryid: 'pais, nacion, nacionalidad, country, nation, nationality',
  stateid: 'estado, entidad, entidad federativa, provincia, state, province',
  city: 'ciudad, municipio, localidad, poblacion, city, town',
  club: 'club, equipo, team, team name, nombre del equipo',
  curp: 'curp, clave curp',
  postal_code: 'codigo postal, cp, zip, zip code, postal code',
  distanceid: 'distancia, prueba, carrera, modalidad, distance, race, event distance',
  age_categoryid: 'categoria, division, categoria de edad, grupo de edad, category, age group, age category',
  age_category: 'categoria, division, categoria de edad, grupo de edad, category, age group, age category',
  waveid: 'bloque, ola, corral, wave, corral',
  number: 'numero, dorsal, no, num, numero de corredor, numero de competidor, bib, bib number, number, race number',
  chip_code: 'chip, codigo de chip, tag, chip code, transponder',
  tshirt_size: 'talla, talla de playera, playera, talla playera, shirt size, t shirt size, tshirt, size',
  emergency_contact_name:
    'contacto de emergencia, nombre contacto de emergencia, en caso de emergencia, emergency contact, emergency contact name',
  emergency_contact_phone:
    'telefono de emergencia, telefono contacto de emergencia, tel emergencia, emergency phone, emergency contact phone',
  guardian_name: 'tutor, nombre del tutor, padre o tutor, guardian, guardian name, parent',
  guardian_phone: 'telefono del tutor, guardian phone, parent phone',
  blood_type: 'tipo de sangre, grupo sanguineo, blood type',
  comment: 'comentario, comentarios, observaciones, notas, comment, comments, notes, remarks',
  source_ref: 'contactid, athleteid, id, id externo, referencia, clave externa, external id, reference, ref, confirmation number',
  folio: 'folio, numero de folio, folio de inscripcion, confirmation, registration number',
  code: 'codigo, clave, cupon, code, coupon, coupon code, promo code',
  status: 'estado, estatus, situacion, status, state',
  chip_time_ms: 'tiempo chip, tiempo neto, chip time, net time',
  gun_time_ms: 'tiempo, tiempo oficial, tiempo total, tiempo final, total time, gun time, finish time, official time, time',
  penalty_ms: 'penalizacion, castigo, penalty',
  pace_s: 'ritmo, paso, pace',
  file_place_overall: 'lugar, lugar general, posicion, lugar absoluto, place, rank, overall, overall rank, overall place, position',
  file_place_gender: 'lugar en rama, lugar rama, lugar por genero, gender rank, gender place',
  file_place_category:
    'lugar en categoria, lugar categoria, lugar por categoria, div rank, division rank, lugar en division, category rank, category place',
  splits:
    'natacion, ciclismo, carrera, carrera a pie, transicion, medio maraton, mitad, swim, bike, run, cycling, transition, half, halfway',
  height_cm: 'estatura, altura, height',
  weight_kg: 'peso, weight',
};

/** What people write for the values of a choice, by value, for fields of that name in every entity. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: {
    F: 'f, fem, femenino, femenil, female, mujer, mujeres, woman, women, w, dama, damas',
    M: 'm, masc, masculino, varonil, male, hombre, hombres, h, man, men, caballero, caballeros',
    X: 'x, nb, no binario, no binaria, nonbinary, non binary, otro, other',
  },
  status: {
    finished: 'fin, finish, finished, finisher, termino, finalizo, ok',
    DNS: 'dns, no salio, no inicio, did not start',
    DNF: 'dnf, no termino, abandono, did not finish',
    DQ: 'dq, dsq, descalificado, descalificada, disqualified',
    OTL: 'otl, fuera de tiempo, over time limit',
  },
  tshirt_size: {
    XS: 'xs, xch, extra chica, extra small',
    S: 's, ch, chica, small',
    M: 'm, med, mediana, medium',
    L: 'l, g, grande, large',
    XL: 'xl, eg, xg, extra grande, extra large',
    XXL: 'xxl, 2xl, eeg, xxg, doble extra grande',
  },
};

const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  results: { name: 'nombre, name, atleta, corredor, competidor, athlete, runner', number: 'numero, dorsal, bib, no, num, bib number' },
  web_users: { asdeporteid: 'id, user id, member id, id de usuario' },
  inbody_measurements: {
    test_at: 'test date time, test date, test time, fecha de prueba, fecha de la prueba',
    age: 'edad, age',
    height_cm: 'estatura, altura, height',
    weight_kg: 'peso, weight',
    bmi: 'bmi, imc, body mass index',
    skeletal_muscle_mass_kg: 'smm, skeletal muscle mass, mme, masa de musculo esqueletico',
    body_fat_mass_kg: 'bfm, body fat mass, mgc, masa grasa corporal',
    pbf_pct: 'pbf, percent body fat, pgc, porcentaje de grasa corporal',
    lean_body_mass_kg: 'ffm, fat free mass, lbm, lean body mass, mlg, masa libre de grasa',
    protein_kg: 'protein, proteina, proteinas',
    minerals_kg: 'minerals, mineral, minerales',
    tbw_l: 'tbw, total body water, act, agua corporal total',
    icw_l: 'icw, intracellular water, agua intracelular',
    ecw_l: 'ecw, extracellular water, agua extracelular',
    ecw_tbw_ratio: 'ecw tbw, ecw ratio, aec act',
    bmr_kcal: 'bmr, basal metabolic rate, tmb, tasa metabolica basal',
    visceral_fat_level: 'vfl, visceral fat level, nivel de grasa visceral',
    visceral_fat_area: 'vfa, visceral fat area, area de grasa visceral',
    inbody_score: 'inbody score, puntuacion inbody',
    phase_angle: 'phase angle, whole body phase angle, angulo de fase',
    whr: 'whr, waist hip ratio, rcc, relacion cintura cadera',
  },
  coupons: { code: 'codigo, cupon, clave, code, coupon, promo code' },
};

const listed = (words: string | undefined): readonly string[] => (words ? words.split(',').map((word) => word.trim()) : []);

/** Names of a field of an entity in files. */
export const synonymsOf = (entity: string, field: string): readonly string[] => listed(own[entity]?.[field] ?? everywhere[field]);
/** Texts for a value of a choice in files. */
export const valueWordsOf = (field: string, value: string): readonly string[] => listed(values[field]?.[value]);
