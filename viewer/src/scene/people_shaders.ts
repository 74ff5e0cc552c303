// The materials of people: how they are lit, drawn from above, as dots, and their shadows.

import { Color, ShaderMaterial, Vector3, type DataTexture } from 'three';
import { INSTANCE, LOOKS, MOVEMENT } from './people_movement';

/** What all people share: light, the simulated time, s, their looks, and whether they have the colours of their clothes. */
export interface PeopleLight {
  sky: { value: Color }; ground: { value: Color }; sun: { value: Vector3 };
  time: { value: number }; looks: { value: DataTexture | null }; clothed: { value: number };
}
export function peopleLight(): PeopleLight {
  return {
    sky: { value: new Color(1, 1, 1) }, ground: { value: new Color(0.6, 0.6, 0.6) }, sun: { value: new Vector3(0.62, -0.23, 0.75) },
    time: { value: 0 }, looks: { value: null }, clothed: { value: 1 },
  };
}

/** The colour of a corner. Without the colours of clothes, the coat says what the legend explains, and the rest keeps back. */
const TONES = `
  uniform float clothed;
  vec3 toned(float tone, vec3 tint, bool hasBareArms) {
    if (tone < 0.5) return tint;
    if (tone < 1.5) return look(4).rgb;
    if (tone < 2.5) { vec3 cloth = look(5).rgb; return clothed > 0.5 ? cloth : mix(tint * 0.42, cloth, 0.55); }
    if (tone < 3.5) return look(6).rgb;
    if (tone < 4.5) return vec3(0.11, 0.11, 0.13);
    if (tone < 5.5) return look(7).a * mix(vec3(0.9, 0.72, 0.5), vec3(0.75, 0.8, 0.9), fract(gait.w * 3.7));
    if (tone < 6.5) return hasBareArms ? look(4).rgb : tint;
    return mix(vec3(0.95, 0.93, 0.88), vec3(0.85, 0.3, 0.25), step(0.5, fract(gait.w * 5.3)));
  }
`;

const LIT = `
  uniform vec3 sky; uniform vec3 ground; uniform vec3 sun;
  vec3 lit(vec3 colour, vec3 n) { return colour * (mix(ground, sky, n.z * 0.5 + 0.5) * 0.78 + 0.36 * max(0.0, dot(n, sun))); }
`;

const PLAIN = 'varying vec3 vColour; void main() { gl_FragColor = vec4(vColour, 1.0); }';

/** Returns the material of walkers and figures. They are lit in display colours, so that a coat has the colour of the legend. */
export function bodyMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float part; attribute float tone; attribute float worn;
      uniform float time;
      varying vec3 vColour;
      ${MOVEMENT} ${TONES} ${LIT}
      void main() {
        Body body = bodyOf();
        // What is not worn is left out: its corners all lie outside of the picture.
        if (!isOn(body, worn)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); vColour = vec3(0.0); return; }
        vec3 p = position, n = normal;
        move(body, p, n);
        vColour = lit(toned(tone, tint.rgb, body.hasBareArms), n);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: PLAIN,
  });
}

/** Returns the material of what people have with them: cases that roll behind them, and wheelchairs. */
export function loadMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float part; attribute float tone;
      varying vec3 vColour;
      ${LIT}
      void main() {
        float height = look(0).r * 1.275;
        vec3 p = position, n = normal;
        // A wheel turns with the way; its spokes look the same after a quarter turn.
        if (part > 0.5 && part < 1.5) {
          float c = cos(gait.x * 0.5), s = sin(gait.x * 0.5);
          p.xz = vec2(p.x * c + (p.z - 0.3) * s, 0.3 - p.x * s + (p.z - 0.3) * c);
          n.xz = vec2(n.x * c + n.z * s, -n.x * s + n.z * c);
        }
        // A case is tilted while it is pulled, and stands beside whoever rests.
        if (part > 1.5) {
          float tilt = -0.62 * (1.0 - pose.z), c = cos(tilt), s = sin(tilt);
          p.xz = vec2(p.x * c - p.z * s, p.x * s + p.z * c);
          n.xz = vec2(n.x * c - n.z * s, n.x * s + n.z * c);
          p.xy += vec2(mix(-0.78, -0.22, pose.z), -0.24);
          p *= mix(0.85, 1.0, height);
        }
        float c = cos(place.w), s = sin(place.w);
        p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z) + place.xyz;
        n = vec3(n.x * c - n.y * s, n.x * s + n.y * c, n.z);
        vec3 colour = tone < 0.5 ? tint.rgb * 0.75 : tone < 4.5 ? vec3(0.14, 0.14, 0.16) : tone < 5.5 ? mix(vec3(0.2, 0.24, 0.32), vec3(0.72, 0.28, 0.24), look(7).a) : vec3(0.62, 0.65, 0.69);
        vColour = lit(colour, n);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: PLAIN,
  });
}

/** Returns the material of people from above: flat colours with a dark rim, as wide as their bodies. */
export function planMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light as unknown as ShaderMaterial['uniforms'],
    vertexShader: `${INSTANCE} ${LOOKS}
      attribute float tone; attribute float part;
      uniform float clothed;
      varying vec3 vColour;
      void main() {
        float c = cos(place.w), s = sin(place.w);
        float wide = look(0).g * 0.51 / 0.25;
        vec3 p = position * vec3(mix(1.0, wide, 0.6), wide, 1.0);
        if (part > 0.5) p.x *= pose.x;
        p.x -= pose.y * sin(1.52 * pose.x);
        // The figure is raised above the slope of stairs; from above its height is not seen.
        p = vec3(p.x * c - p.y * s, p.x * s + p.y * c, p.z + 0.8) + place.xyz;
        vec3 hair = clothed > 0.5 ? look(6).rgb : mix(tint.rgb, vec3(1.0), 0.45);
        vec3 legs = clothed > 0.5 ? look(5).rgb : tint.rgb * 0.5;
        vColour = tone < 0.5 ? tint.rgb : tone < 2.5 ? legs : tone < 3.5 ? hair : tint.rgb * 0.35;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: PLAIN,
  });
}

/** Returns the material of people far away: round points. `scale` is `CameraRig.scale` times the pixel ratio. */
export function dotMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { scale: { value: 1 }, least: { value: 2 }, lift: { value: 0.9 } },
    vertexShader: `attribute vec4 place; attribute vec4 tint;
      uniform float scale; uniform float least; uniform float lift;
      varying vec3 vColour;
      void main() {
        vColour = tint.rgb;
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy, place.z + lift, 1.0);
        gl_PointSize = max(least, 0.55 * scale / gl_Position.w);
      }`,
    fragmentShader: `varying vec3 vColour; void main() {
      vec2 at = gl_PointCoord - 0.5;
      if (dot(at, at) > 0.25) discard;
      gl_FragColor = vec4(vColour, 1.0);
    }`,
  });
}

/** Returns the material of shadows: a soft dark spot under the feet. */
export function shadowMaterial(light: PeopleLight): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { colour: { value: new Color() }, strength: { value: 0.4 }, looks: light.looks },
    vertexShader: `${INSTANCE} ${LOOKS}
      varying vec2 vAt;
      void main() {
        vAt = position.xy;
        vec2 p = position.xy * vec2(0.42, 0.36) * look(0).g * 0.51 / 0.2 + vec2(-0.12, 0.05);
        p -= 0.5 * pose.y * sin(1.52 * pose.x) * vec2(cos(place.w), sin(place.w));
        gl_Position = projectionMatrix * viewMatrix * vec4(place.xy + p, place.z + 0.03, 1.0);
      }`,
    fragmentShader: `varying vec2 vAt; uniform vec3 colour; uniform float strength;
      void main() { float r = length(vAt); gl_FragColor = vec4(colour, strength * (1.0 - smoothstep(0.1, 1.0, r))); }`,
    transparent: true, depthWrite: false,
  });
}
