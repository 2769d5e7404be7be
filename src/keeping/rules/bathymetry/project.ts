import type { Sounding, SurveyPoint } from './survey.ts';

// WGS84.
const EQUATOR_METRES = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14;
const RADIANS = Math.PI / 180;

/**
 * Places soundings on the plane that touches the ellipsoid at the middle of the survey. Distances within a lake of
 * 10 km are right to a millionth.
 */
export function onPlane(soundings: readonly Sounding[]): SurveyPoint[] {
  const middle = middleOf(soundings);
  const sine = Math.sin(middle.latitude * RADIANS);
  const flattened = 1 - ECCENTRICITY_SQUARED * sine * sine;
  // Radii of curvature of the ellipsoid along the meridian and across it.
  const alongMeridian = (EQUATOR_METRES * (1 - ECCENTRICITY_SQUARED)) / flattened ** 1.5;
  const acrossMeridian = EQUATOR_METRES / Math.sqrt(flattened);
  const metresEast = acrossMeridian * Math.cos(middle.latitude * RADIANS) * RADIANS;
  const metresNorth = alongMeridian * RADIANS;
  return soundings.map((sounding) => ({
    ...sounding,
    eastMetres: nearestTurn(sounding.longitude - middle.longitude) * metresEast,
    northMetres: (sounding.latitude - middle.latitude) * metresNorth,
  }));
}

/** Degrees between -180 and 180, so that a survey may cross the date line. */
const nearestTurn = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

function middleOf(soundings: readonly Sounding[]): { latitude: number; longitude: number } {
  const first = soundings[0]?.longitude ?? 0;
  let [latitude, turned] = [0, 0];
  for (const sounding of soundings) {
    latitude += sounding.latitude / soundings.length;
    turned += nearestTurn(sounding.longitude - first) / soundings.length;
  }
  return { latitude, longitude: first + turned };
}
