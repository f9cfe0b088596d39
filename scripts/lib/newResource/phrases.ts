/**
 * Names of fields that mean more than a noun: `name: Spanish | English`. `@` is o or a, by the gender of the entity. If the English is left
 * out it is the name itself.
 */
const fields = `
accepted_at: Aceptad@ el
active: Activ@
address: Dirección
amount_cents: Importe | Amount
approved_at: Aprobad@ el
arrived_at: Llegó el
arrives_at: Llega el
assigned_at: Asignad@ el
available: Disponible
birth_date: Fecha de nacimiento | Date of birth
body: Texto | Text
cancelled_at: Cancelad@ el
checked_in_at: Registrad@ el
closed_at: Cerrad@ el
closes_at: Cierra el
comments: Comentarios
confirmed_at: Confirmad@ el
contact_email: Correo de contacto | Contact e-mail
contact_name: Contacto | Contact
contact_phone: Teléfono de contacto
content: Contenido
cost_cents: Costo | Cost
currency: Moneda
curp: CURP | CURP
delivered_at: Entregad@ el
departs_at: Sale el
discount_cents: Descuento | Discount
distance_km: Distancia (km) | Distance (km)
due_at: Vence el | Due
due_on: Vence el | Due on
email: Correo electrónico | E-mail
enabled: Activ@
end_at: Fin | End
end_date: Fecha de fin
ended_at: Terminó el
ends_at: Hasta | Until
ends_on: Hasta | Until
external_ref: Referencia externa | External reference
expires_at: Vence el
expires_on: Vence el
fee_cents: Cuota | Fee
featured: Destacad@
finished_at: Terminó el
first_name: Nombre | First name
full_name: Nombre completo
gross_cents: Importe bruto | Gross amount
gun_time: Tiempo oficial
chip_time: Tiempo chip
held_on: Fecha | Date
hidden: Ocult@
internal: Interno
is_public: Públic@ | Public
last_name: Apellidos | Last name
last_names: Apellidos | Last names
lat: Latitud | Latitude
latitude: Latitud
lng: Longitud | Longitude
longitude: Longitud
max_age: Edad máxima | Oldest age
min_age: Edad mínima | Youngest age
message: Mensaje
mobile: Celular
nationality: Nacionalidad
notes: Notas
opened_at: Abiert@ el
opens_at: Abre el
ordered_at: Pedid@ el
paid: Pagad@
paid_at: Pagad@ el
pickup_at: Recolección
price_cents: Precio | Price
public: Públic@
published_at: Publicad@ el
received_at: Recibid@ el
rejected_at: Rechazad@ el
relationship: Parentesco
released_at: Liberad@ el
remarks: Observaciones
required: Obligatori@
resolved_at: Resuelt@ el
returned_at: Devuelt@ el
scheduled_at: Programad@ el
second_last_name: Segundo apellido
sent_at: Enviad@ el
shoe_size: Número de calzado
shipped_at: Enviad@ el
signed_at: Firmad@ el
slug: Dirección en el sitio | Address on the site
sort: Orden | Order
start_at: Inicio | Start
start_date: Fecha de inicio
started_at: Empezó el
starts_at: Desde | From
starts_on: Desde | From
subject: Asunto
summary: Resumen
taken_at: Tomad@ el
taken_on: Tomad@ el
tax_cents: Impuestos | Taxes
terms: Términos
total_cents: Total | Total
tshirt_size: Talla de playera
unit_price_cents: Precio unitario | Unit price
url: Enlace | Link
used_at: Usad@ el
valid_from: Válid@ desde
valid_until: Válid@ hasta
verified: Verificad@
verified_at: Verificad@ el
visible: Visible
website: Sitio web
zip: Código postal | Postcode
zip_code: Código postal | Postcode
postal_code: Código postal | Postcode
weight_kg: Peso (kg) | Weight (kg)
height_cm: Estatura (cm) | Height (cm)
length_km: Longitud (km) | Length (km)
blood_type: Tipo de sangre
allergies: Alergias
emergency_contact: Contacto de emergencia
emergency_phone: Teléfono de emergencia
`;
/** Values of choices and states, in the same form. */
const values = `
accepted: Aceptad@
active: Activ@
adult: Adulto
approved: Aprobad@
archived: Archivad@
arrived: Llegó
assigned: Asignad@
available: Disponible
beginner: Principiante
advanced: Avanzado
intermediate: Intermedio
bike: Ciclismo
blocked: Bloquead@
booked: Reservad@
both: Ambos
bus: Autobús
cancelled: Cancelad@
canceled: Cancelad@
card: Tarjeta
cash: Efectivo
checked: Revisad@
checked_in: Registrad@
child: Niño
closed: Cerrad@
completed: Completad@
confirmed: Confirmad@
course: Recorrido
critical: Crítico
damaged: Dañad@
declined: Rechazad@
deleted: Eliminad@
delivered: Entregad@
disqualified: Descalificad@
done: Terminad@
draft: Borrador
email: Correo | E-mail
ended: Terminad@
entry: Entrada
exit: Salida
expired: Vencid@
external: Externo
failed: Fallid@
female: Femenil
finish: Meta
finished: Terminad@
free: Gratis
friday: Viernes
full: Completo
general: General
guest: Invitado
hidden: Ocult@
high: Alta
in_progress: En curso
in_review: En revisión | Under review
in_use: En uso
inactive: Inactiv@
internal: Interno
invited: Invitad@
junior: Juvenil
large: Grande
morning: Mañana
afternoon: Tarde
evening: Noche
night: Noche
noon: Mediodía
lost: Perdid@
low: Baja
male: Varonil
manual: Manual
medium: Media
mixed: Mixto
monday: Lunes
new: Nuev@
no: No
none: Ninguno
normal: Normal
open: Abiert@
other: Otro
paid: Pagad@
partial: Parcial
paused: En pausa
pending: Pendiente
phone: Teléfono
planned: Planead@
podium: Podio
premium: Premium
private: Privad@
public: Públic@
published: Publicad@
ready: List@
received: Recibid@
refused: Rechazad@
rejected: Rechazad@
released: Liberad@
requested: Solicitad@
reserved: Reservad@
resolved: Resuelt@
retired: Retirad@
returned: Devuelt@
route: Recorrido
run: Carrera
saturday: Sábado
scheduled: Programad@
senior: Máster
sent: Enviad@
signed: Firmad@
small: Chico
sold: Vendid@
standard: Estándar
start: Salida
started: Iniciad@
stopped: Detenid@
sunday: Domingo
suspended: Suspendid@
swim: Natación
team: Equipo
thursday: Jueves
transfer: Transferencia
transition: Transición
tuesday: Martes
unpaid: Sin pagar
urgent: Urgente
used: Usad@
valid: Válid@
verified: Verificad@
vip: VIP | VIP
visible: Visible
waiting: En espera
wednesday: Miércoles
withdrawn: Retirad@
yes: Sí
`;

/** The same in both languages. */
export interface Pair {
  readonly es: string;
  readonly en: string;
}

/** `taken_at` → `Taken at`. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** A name in English: `tshirt_size` → t-shirt size. */
export const inEnglish = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/\btshirt/g, 't-shirt')
    .replaceAll(/\bid\b/g, 'ID')
    .replaceAll(/\burl\b/g, 'URL');
const spoken = (name: string): string => capitalized(inEnglish(name));
const read = (table: string): ReadonlyMap<string, Pair> =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((line): [string, Pair] => {
        const [, name, es, en] = /^(\w+): ([^|]+?)(?: \| (.+))?$/.exec(line)!;
        return [name!, { es: es!, en: en ?? spoken(name!) }];
      }),
  );
/** The texts for names of fields. */
export const fieldPhrases = read(fields);
/** The texts for values of choices. */
export const valuePhrases = read(values);
