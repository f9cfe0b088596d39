const words = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

/** First names of women. */
export const womenNames = words(`
  Ana, María, Guadalupe, Fernanda, Sofía, Valeria, Mariana, Daniela, Andrea, Paola, Gabriela, Alejandra, Verónica, Patricia, Lucía, Camila, Regina, Ximena, Renata, Natalia,
  Isabel, Carolina, Mónica, Claudia, Rocío, Adriana, Leticia, Silvia, Beatriz, Karla, Brenda, Itzel, Citlali, Jimena, Elena, Teresa, Rosa, Norma, Araceli, Yolanda,
  Estefanía, Montserrat, Abril, Frida, Julieta, Ángela, Inés, Mercedes, Pilar, Nayeli`);

/** First names of men. */
export const menNames = words(`
  José, Juan, Luis, Carlos, Miguel, Jesús, Francisco, Jorge, Alejandro, Roberto, Fernando, Ricardo, Eduardo, Javier, Manuel, Raúl, Sergio, Héctor, Óscar, Rubén,
  Diego, Santiago, Mateo, Sebastián, Emiliano, Leonardo, Andrés, Iván, Adrián, Arturo, Gerardo, Enrique, Rodrigo, Pablo, Ángel, Martín, Víctor, Hugo, Alberto, Ramón,
  Julio, César, Rafael, Tomás, Ernesto, Gustavo, Saúl, Abraham, Omar, Ulises`);

/** Family names. */
export const familyNames = words(`
  Hernández, García, Martínez, López, González, Pérez, Rodríguez, Sánchez, Ramírez, Cruz, Flores, Gómez, Morales, Vázquez, Reyes, Jiménez, Torres, Díaz, Gutiérrez, Ruiz,
  Mendoza, Aguilar, Ortiz, Moreno, Castillo, Romero, Álvarez, Méndez, Chávez, Rivera, Juárez, Ramos, Domínguez, Herrera, Medina, Castro, Vargas, Guzmán, Velázquez, Muñoz,
  Rojas, de la Cruz, Contreras, Salazar, Luna, Ortega, Santiago, Guerrero, Estrada, Bautista, Cortés, Soto, Alvarado, Espinoza, Lara, Ávila, Ríos, Cervantes, Silva, Delgado,
  Vega, Márquez, Sandoval, Fuentes, Carrillo, León, Mejía, Solís, Núñez, Rosas, Valdez, Ibarra, Campos, Santos, Camacho, Peña, Maldonado, Navarro, Rosales, Acosta,
  Miranda, Trejo, Cabrera, Valencia, Nava, Pacheco, Robles, Molina, Rangel, Huerta, Montes, Padilla, Serrano, Ayala, Zúñiga, Cárdenas, Tapia, Barrera, Quintero, Franco`);

/** Running and triathlon clubs that do not exist. */
export const clubs = words(`
  Club Venados, Corredores del Alba, Tritones de Cobre, Liebres Urbanas, Halcones Trail, Equipo Colibrí, Runners del Parque, Delfines Azules, Ruta Nopal, Club Kilómetro Extra,
  Los Sin Prisa, Pies de Plomo, Equipo Ajolote, Rueda Libre, Club Cumbre Norte`);

/** A city of every state, by the number of the state. */
export const cities: Readonly<Record<number, readonly string[]>> = {
  1: ['Aguascalientes'],
  2: ['Tijuana', 'Mexicali', 'Ensenada'],
  3: ['La Paz'],
  4: ['Campeche'],
  5: ['Saltillo', 'Torreón'],
  6: ['Colima'],
  7: ['Tuxtla Gutiérrez'],
  8: ['Chihuahua', 'Ciudad Juárez'],
  9: ['Ciudad de México'],
  10: ['Durango'],
  11: ['León', 'Guanajuato', 'Irapuato', 'Celaya'],
  12: ['Acapulco'],
  13: ['Pachuca'],
  14: ['Guadalajara', 'Zapopan', 'Tlaquepaque'],
  15: ['Toluca', 'Naucalpan', 'Tlalnepantla', 'Metepec'],
  16: ['Morelia'],
  17: ['Cuernavaca'],
  18: ['Tepic'],
  19: ['Monterrey', 'San Pedro Garza García', 'Guadalupe'],
  20: ['Oaxaca'],
  21: ['Puebla', 'Cholula'],
  22: ['Querétaro', 'San Juan del Río'],
  23: ['Cancún', 'Cozumel', 'Playa del Carmen'],
  24: ['San Luis Potosí'],
  25: ['Culiacán', 'Mazatlán'],
  26: ['Hermosillo'],
  27: ['Villahermosa'],
  28: ['Tampico', 'Reynosa'],
  29: ['Tlaxcala'],
  30: ['Veracruz', 'Xalapa'],
  31: ['Mérida'],
  32: ['Zacatecas'],
};

/** Internal notes that support staff leave on an inscription. */
export const comments: readonly string[] = [
  'Pidió recoger el kit por la tarde.',
  'Recogerá un familiar con carta poder.',
  'Llamó para confirmar su talla.',
  'Solicita factura; se envió al área de finanzas.',
  'Corre con guía; asignar corral adelantado.',
  'Pagó dos veces, se revisó con el banco.',
  'Cambio de nombre autorizado por el organizador.',
  'Alergia reportada, avisar a servicios médicos.',
  'Viene con grupo de 12 personas.',
  'Sin respuesta al correo de confirmación; se reenvió.',
  'Pide salir con el bloque de su pareja.',
  'Reportó error al subir su identificación.',
];
